"""How far `Meaning` and its alarms can be believed: against people, and against damage.

    python benchmarks/meaning.py                 all tables of docs/measures/meaning.md
    python benchmarks/meaning.py first second    ... with damage that the weights were tuned on

People: ratings of meaning in the development half of TMU-GFM. Damage: one word of a good sentence
is exchanged, put in or taken out, and the result is compared with the undamaged sentence. Words
come from the lists below or are drawn from the sentences by their tags. Weights and thresholds were
chosen on the first two lists, the news and the fifth (`news` has the words of the fourth and other
sentences). What the third, the fourth and the fifth missed led to words that opposites are looked
up in. The sixth was first run after that; what it showed led to context that exchanged words do not
pay for. The seventh was written before that change; after a look at it and at the sixth, weights
and the alarm for replaced words were chosen anew, and what they missed became known opposites. The
eighth was written before that, without a look at the words that are known, and run once, at the
end; pairs that an earlier list has were left out. What it showed led to a least weight of lost
words in long sentences, chosen on the first seven. The ninth was written after that, without the
pairs of earlier lists and those of `words_kept.opposites`. What it showed led to the vectors of a
thesaurus; how they are used was chosen on the fourth to the ninth. The tenth, of five texts, was
written before that by somebody who knows nothing of the measure, word by word in its sentence
(`in_context.tsv`), and run once, at the end.
"""

from __future__ import annotations

import csv
import gzip
import os
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from corpora import SHARED
from scipy.stats import pearsonr, rankdata, spearmanr
from timing import cpu

from corrigenda.edits import apply_tokens
from corrigenda.linguistics.analysis import Analysis, analyse_all
from corrigenda.meaning.formats.graphs import read_graphs
from corrigenda.meaning.formats.graphs import words as words_of
from corrigenda.meaning.studies.mutations import negations
from corrigenda.meaning.words_kept import KeptWords, compare_all
from corrigenda.meaning.words_kept.alarms import STRONG, flags
from corrigenda.tokenisation import tokenise

PER_KIND = 120

ANTONYMS = {
    "first": "good-bad big-small easy-difficult happy-sad hot-cold rich-poor old-young strong-weak "
    "high-low fast-slow early-late public-private possible-impossible true-false love-hate "
    "win-lose buy-sell increase-decrease accept-reject remember-forget success-failure "
    "advantage-disadvantage important-unimportant like-dislike useful-useless always-never "
    "more-less before-after same-different long-short",
    "second": "new-old safe-dangerous cheap-expensive healthy-sick right-wrong better-worse "
    "best-worst large-little open-closed full-empty agree-disagree positive-negative "
    "interesting-boring begin-end start-finish push-pull friend-enemy careful-careless "
    "necessary-unnecessary increase-reduce gain-loss simple-complex beautiful-ugly active-passive "
    "modern-traditional question-answer learn-teach give-take many-few easily-hardly most-least "
    "everything-nothing",
    "third": "light-dark clean-dirty rich-poor success-failure strong-weak easy-hard "
    "quickly-slowly higher-lower improve-worsen allow-forbid include-exclude inside-outside "
    "near-far top-bottom "
    "visible-invisible legal-illegal honest-dishonest hopeful-hopeless enter-leave arrive-depart "
    "lend-borrow ancient-modern deep-shallow wide-narrow heavy-light early-late future-past "
    "city-countryside men-women day-night male-female war-peace life-death",
    "fourth": "wet-dry thick-thin loud-quiet tall-short lazy-hardworking brave-cowardly "
    "polite-rude generous-selfish regular-irregular formal-informal appear-disappear "
    "connect-disconnect encourage-discourage import-export attack-defend succeed-fail admit-deny "
    "build-destroy raise-lower save-waste add-remove join-leave above-below north-south east-west "
    "majority-minority strength-weakness victory-defeat profit-loss arrival-departure "
    "beginning-end supporter-opponent together-apart poor-wealthy support-oppose allow-prevent "
    "create-destroy rise-fall believe-doubt find-lose benefit-harm advantage-drawback safe-unsafe "
    "able-unable certain-uncertain popular-unpopular likely-unlikely common-rare general-specific "
    "real-fake clear-unclear fair-unfair healthy-unhealthy educated-uneducated wise-foolish "
    "up-down ask-answer spend-save live-die continue-stop start-stop enjoy-hate problem-solution "
    "teacher-student morning-evening summer-winter child-adult boy-girl husband-wife "
    "brother-sister knowledge-ignorance truth-lie wealth-poverty health-illness "
    "happiness-sadness first-last major-minor",
    "fifth": "accept-refuse approve-reject expand-shrink extend-shorten hire-fire include-omit "
    "lock-unlock praise-criticize protect-endanger repair-break separate-unite sit-stand "
    "strengthen-weaken trust-distrust understand-misunderstand cover-uncover obey-disobey "
    "ability-inability birth-death comfort-discomfort justice-injustice maximum-minimum "
    "order-chaos presence-absence reward-punishment similarity-difference southern-northern "
    "western-eastern surplus-deficit absent-present abundant-scarce adequate-inadequate bright-dim "
    "complete-incomplete correct-incorrect direct-indirect domestic-foreign efficient-inefficient "
    "equal-unequal external-internal familiar-unfamiliar final-initial flexible-rigid "
    "former-latter friendly-hostile junior-senior mature-immature moral-immoral "
    "natural-artificial normal-abnormal offensive-defensive optional-compulsory "
    "permanent-temporary pleasant-unpleasant previous-next rational-irrational "
    "relevant-irrelevant reliable-unreliable responsible-irresponsible secure-insecure severe-mild "
    "single-married stable-unstable sufficient-insufficient superior-inferior upper-lower "
    "voluntary-compulsory wonderful-terrible great-terrible nice-nasty good-awful well-badly "
    "today-yesterday tomorrow-yesterday upstairs-downstairs fortunately-unfortunately",
    "sixth": "delicious-disgusting amazing-awful excellent-poor friendly-rude "
    "helpful-unhelpful clean-filthy professional-unprofessional honest-crooked "
    "reasonable-outrageous comfortable-uncomfortable affordable-pricey "
    "recommend-discourage love-despise smile-frown laugh-cry hot-freezing warm-cool "
    "soft-hard sweet-bitter fat-thin crowded-empty major-trivial peaceful-violent "
    "loyal-disloyal satisfied-dissatisfied happy-miserable glad-sorry proud-ashamed "
    "lucky-unlucky smooth-rough sharp-blunt strict-lenient visible-hidden "
    "agree-refuse allow-ban attend-miss catch-drop close-open confirm-deny "
    "fill-empty float-sink forgive-blame freeze-melt hide-show ignore-notice "
    "invite-exclude pass-fail pay-owe reveal-conceal rise-sink speed-slow start-end "
    "support-undermine tie-untie wake-sleep welcome-reject beginning-ending "
    "ally-enemy boss-employee debt-savings expert-novice front-back hero-villain "
    "hope-fear increase-decline joy-sorrow owner-tenant pride-shame rain-sunshine "
    "sunrise-sunset theory-practice here-there now-then soon-later upward-downward "
    "cheaply-expensively politely-rudely carefully-carelessly happily-sadly "
    "weekday-weekend strengths-weaknesses lots-little quality-junk fresh-rotten "
    "quiet-noisy rich-broke busy-deserted worth-worthless easy-tricky fast-sluggish "
    "new-ancient big-tiny wonderful-horrible perfect-flawed sick-well hire-dismiss "
    "accept-decline approve-oppose arrest-release blame-praise boost-cut bring-take "
    "buy-sell calm-upset cheer-boo combine-separate come-go compliment-insult "
    "conquer-surrender demand-offer deny-grant descend-climb",
    "seventh": "expensive-inexpensive angry-calm arrogant-humble beneficial-detrimental "
    "bold-timid broad-narrow civilian-military clear-vague conservative-liberal "
    "dangerous-harmless deliberate-accidental dependent-independent eager-reluctant "
    "enormous-tiny exact-approximate famous-obscure frequent-infrequent "
    "genuine-phony gentle-harsh guilty-innocent handy-useless ill-healthy "
    "intelligent-stupid known-unknown lawful-illegal loose-tight lovely-ugly "
    "mandatory-voluntary messy-neat odd-even optimistic-pessimistic "
    "patient-impatient plain-fancy powerful-weak private-public quick-slow "
    "real-imaginary rural-urban sensible-silly skilled-unskilled slim-fat "
    "sober-drunk sunny-cloudy tasty-bland tender-tough true-untrue valid-invalid "
    "vacant-occupied warm-cold well-poorly willing-unwilling young-old "
    "advance-retreat agree-differ attach-detach attract-repel begin-cease "
    "bless-curse calm-excite collect-distribute damage-repair deposit-withdraw "
    "emerge-vanish encourage-deter enable-disable expose-hide feed-starve "
    "gather-scatter help-hurt hit-miss improve-ruin keep-discard lead-mislead "
    "leave-stay lengthen-shorten lift-drop listen-ignore load-unload love-dislike "
    "pack-unpack preserve-destroy punish-reward purchase-sell receive-send "
    "relax-worry replace-retain respect-scorn save-lose speak-listen start-quit "
    "stay-go teach-study tighten-loosen treat-mistreat use-waste visit-avoid "
    "want-reject work-rest work-play write-erase amateur-professional "
    "asset-liability beauty-ugliness benefit-cost child-parent "
    "conclusion-introduction confidence-doubt construction-demolition "
    "crime-punishment danger-safety dawn-dusk defeat-triumph doctor-patient "
    "employer-worker entrance-exit fact-fiction gain-loss happiness-misery "
    "heat-cold honesty-deceit landlord-tenant leader-follower luxury-necessity "
    "morning-night mountain-valley noise-silence order-disorder producer-consumer "
    "profit-cost quality-quantity reader-writer rise-drop rookie-veteran "
    "seller-buyer speaker-listener stranger-friend supply-shortage teacher-pupil "
    "town-country truth-falsehood vice-virtue victory-loss visitor-resident",
    "eighth": "alive-dead asleep-awake available-unavailable black-white boring-exciting "
    "brief-lengthy bright-dull calm-nervous careful-reckless certain-doubtful "
    "cheerful-gloomy clever-stupid clumsy-graceful common-unusual confident-insecure "
    "convenient-inconvenient cruel-kind cooked-raw curved-straight damaged-intact "
    "dense-sparse different-identical distant-close effective-ineffective "
    "elderly-young essential-unnecessary experienced-inexperienced fake-genuine "
    "fit-unfit fortunate-unfortunate fresh-stale funny-serious generous-stingy "
    "giant-tiny glad-sad global-local gradual-sudden grateful-ungrateful hungry-full "
    "huge-small immediate-delayed inner-outer intentional-accidental left-right "
    "literal-figurative little-big living-dead local-foreign logical-illogical "
    "long-brief loud-soft mean-kind mental-physical mild-spicy multiple-single "
    "native-foreign noisy-silent obvious-subtle ordinary-extraordinary outdoor-indoor "
    "paid-unpaid partial-complete perfect-imperfect precious-worthless pretty-ugly "
    "primary-secondary proper-improper rare-frequent ripe-unripe rough-gentle "
    "sane-insane serious-trivial shy-outgoing simple-complicated slow-rapid "
    "solid-liquid specific-vague straight-crooked smart-stupid "
    "successful-unsuccessful sweet-sour tidy-messy tired-energetic typical-unusual "
    "usual-unusual vertical-horizontal violent-gentle welcome-unwelcome wild-tame "
    "worried-relieved worthy-unworthy wrong-correct abandon-keep accelerate-slow "
    "accuse-defend acquire-lose adore-hate agree-argue amuse-bore arrive-leave "
    "assemble-dismantle attack-protect break-fix build-demolish cancel-confirm "
    "complain-praise condemn-approve complicate-simplify cool-heat delay-hasten "
    "delete-add die-survive dress-undress earn-spend ease-worsen employ-dismiss "
    "enter-exit expand-contract fall-climb fasten-unfasten follow-lead forget-recall "
    "gain-lose go-stop halt-continue help-hinder hate-like hold-release hurt-heal "
    "insert-remove install-uninstall kill-save lack-possess lose-keep "
    "maximize-minimize multiply-divide offend-please open-shut permit-prohibit "
    "please-annoy prevent-cause promote-demote prove-disprove qualify-disqualify "
    "quit-continue raise-reduce recover-relapse reject-adopt remain-depart "
    "rescue-abandon resist-yield respect-despise return-leave seek-avoid "
    "seize-release shout-whisper shrink-grow spread-gather stop-begin "
    "surrender-resist throw-catch trap-free trust-doubt unite-divide widen-narrow "
    "acceptance-rejection addition-removal admission-denial agreement-disagreement "
    "aunt-uncle attic-basement ceiling-floor blessing-curse boyfriend-girlfriend "
    "bride-groom captivity-freedom cause-effect comedy-tragedy courage-cowardice "
    "creation-destruction daughter-son decrease-rise demand-supply difficulty-ease "
    "disease-health drought-flood equality-inequality evil-good expense-income "
    "achievement-failure father-mother foe-friend freedom-slavery "
    "friendship-hostility genius-idiot guest-host guilt-innocence hatred-love "
    "heaven-hell height-depth improvement-decline increase-reduction input-output "
    "interior-exterior intelligence-stupidity king-queen lack-abundance "
    "laughter-tears lender-borrower man-woman marriage-divorce master-servant "
    "mercy-cruelty midnight-noon nephew-niece offense-defense opening-closing "
    "optimist-pessimist origin-destination outsider-insider pain-pleasure "
    "past-present optimism-pessimism plenty-shortage predator-prey prince-princess "
    "progress-decline reality-fantasy relief-distress respect-contempt saint-sinner "
    "sender-recipient sickness-health sun-moon support-opposition surplus-shortage "
    "survivor-victim trust-suspicion unity-division winner-loser wisdom-stupidity "
    "accidentally-deliberately clearly-vaguely constantly-rarely "
    "correctly-incorrectly exactly-approximately far-close forward-backward "
    "gently-roughly gladly-reluctantly gradually-suddenly honestly-dishonestly "
    "indoors-outdoors later-earlier legally-illegally loudly-quietly "
    "luckily-unluckily now-later off-on over-under partially-completely "
    "patiently-impatiently permanently-temporarily publicly-privately "
    "safely-dangerously seriously-jokingly strongly-weakly with-without "
    "wisely-foolishly in-out officially-unofficially willingly-unwillingly "
    "properly-improperly successfully-unsuccessfully",
    "ninth": "absolute-relative abstract-concrete accurate-inaccurate accept-deny active-inactive "
    "acute-chronic advanced-primitive aggressive-peaceful aware-unaware barren-fertile "
    "basic-advanced capable-incapable central-peripheral changed-unchanged coarse-fine "
    "collective-individual complete-unfinished conscious-unconscious "
    "consistent-inconsistent constant-variable constructive-destructive "
    "controversial-uncontroversial conventional-unconventional dark-bright decrease-grow "
    "deep-superficial democratic-authoritarian desirable-undesirable "
    "developed-undeveloped direct-roundabout divided-united dry-humid dynamic-static "
    "even-uneven expected-unexpected explicit-implicit extensive-limited "
    "extinct-surviving failed-succeeded favorable-unfavorable fatal-harmless "
    "fixed-movable flat-hilly former-current formal-casual frequently-rarely gained-lost "
    "greater-lesser happy-unhappy heavy-lightweight heavily-lightly historic-modern "
    "inland-coastal intense-mild just-unjust kept-lost large-tiny largest-smallest "
    "last-next latest-earliest legitimate-illegitimate less-greater lowest-highest "
    "loyal-treacherous main-secondary major-insignificant maximum-lowest moderate-extreme "
    "modest-boastful national-international natural-unnatural near-distant newest-oldest "
    "northeast-southwest northwest-southeast old-modern older-younger oldest-youngest "
    "opened-closed opposed-supported oral-written organic-synthetic overt-covert "
    "particular-general peaceful-warlike permanent-brief pleased-displeased "
    "plural-singular poor-prosperous positive-harmful practical-impractical "
    "predictable-unpredictable prepared-unprepared profitable-unprofitable "
    "progressive-conservative pure-impure rapidly-slowly recent-old religious-secular "
    "rich-impoverished rising-falling satisfactory-unsatisfactory scientific-unscientific "
    "secret-public select-reject shared-separate shorter-longer similar-different "
    "small-vast smaller-larger sole-joint sooner-later standing-sitting steep-gentle "
    "stronger-weaker suitable-unsuitable sure-unsure survived-died temporary-lasting "
    "unique-ordinary united-separated urban-suburban useful-worthless victorious-defeated "
    "warm-chilly wet-arid whole-partial wide-slim won-lost young-aged "
    "abolished-established accepted-refused added-deducted allowed-banned "
    "appeared-vanished appoint-dismiss arrested-freed arrived-departed "
    "assisted-obstructed attacked-defended attracted-repelled awarded-denied began-ended "
    "began-stopped believed-doubted bought-sold built-destroyed captured-released "
    "constructed-demolished created-destroyed criticized-praised declined-increased "
    "decreased-increased denied-admitted died-lived disappeared-appeared "
    "encouraged-discouraged ended-started entered-left escape-capture expanded-reduced "
    "failed-managed fell-rose fought-surrendered found-lost founded-dissolved gave-took "
    "grew-shrank ignored-noticed improved-worsened included-excluded increased-dropped "
    "joined-quit liked-hated loved-hated moved-stayed opposed-favored "
    "permitted-prohibited promoted-demoted published-suppressed pulled-pushed "
    "raised-lowered received-gave refused-agreed rejected-approved released-withheld "
    "remained-left remembered-forgot returned-departed rose-dropped sent-received "
    "separated-joined started-finished strengthened-weakened succeeded-flopped "
    "supported-resisted taught-learned used-discarded wanted-refused weakened-reinforced "
    "withdrew-advanced absence-existence accuracy-inaccuracy acceptance-refusal "
    "adulthood-childhood advantage-handicap ancestor-descendant amateur-expert "
    "arrival-exit attack-defense attacker-defender bankruptcy-prosperity bottom-summit "
    "boys-girls brothers-sisters buyer-vendor capitalism-communism center-edge "
    "civilian-soldier conflict-peace consumer-supplier cooperation-rivalry "
    "criticism-praise critic-admirer debut-farewell decline-growth defeat-win "
    "defendant-prosecutor delight-horror democracy-dictatorship descent-ascent "
    "disadvantage-benefit eastward-westward employee-owner entry-exit exports-imports "
    "failure-triumph fame-obscurity famine-feast fathers-mothers females-males "
    "fiction-nonfiction finish-beginning gains-losses growth-shrinkage harmony-discord "
    "head-tail heroine-hero hill-valley ignorance-wisdom independence-dependence "
    "invader-defender invasion-retreat kindness-cruelty land-water leader-subordinate "
    "liberty-oppression life-extinction love-indifference loyalty-betrayal madness-sanity "
    "majority-handful marriage-separation maturity-immaturity membership-exclusion "
    "monarchy-republic opponent-ally order-anarchy pacifist-militant parents-children "
    "peak-trough peasant-noble perfection-imperfection persecution-protection "
    "popularity-unpopularity poverty-affluence prose-poetry protection-exposure "
    "question-reply rejection-approval resignation-appointment resistance-submission "
    "reward-penalty rival-partner ruler-subject safety-peril scarcity-abundance "
    "silence-uproar skill-incompetence sons-daughters spring-fall stability-instability "
    "student-professor success-fiasco sunrise-dusk support-hostility teacher-learner "
    "tradition-innovation trust-mistrust union-separation victim-criminal "
    "victory-surrender violence-nonviolence virtue-sin vowel-consonant war-truce "
    "weakness-power wisdom-folly youth-age abroad-home ago-hence alone-together "
    "briefly-lengthily closely-distantly commonly-rarely completely-partly "
    "consciously-unconsciously directly-indirectly early-belatedly easily-laboriously "
    "explicitly-implicitly formally-informally formerly-currently fully-partially "
    "generally-specifically greatly-slightly highly-slightly independently-jointly "
    "initially-finally internally-externally largely-slightly naturally-artificially "
    "newly-formerly peacefully-violently personally-collectively poorly-excellently "
    "positively-negatively possibly-definitely previously-subsequently "
    "primarily-secondarily recently-anciently regularly-irregularly severely-mildly "
    "similarly-differently simultaneously-separately steadily-erratically widely-narrowly",
}
SYNONYMS = {
    "first": "big-large begin-start buy-purchase help-assist quick-fast smart-clever "
    "important-significant difficult-hard job-occupation kids-children happy-glad "
    "choose-select finish-complete mistake-error sick-ill maybe-perhaps also-too "
    "car-automobile gift-present answer-reply shop-store get-obtain need-require "
    "problem-trouble show-demonstrate use-utilize nearly-almost",
    "second": "people-persons many-numerous very-extremely believe-think reason-cause "
    "way-manner try-attempt enough-sufficient main-principal whole-entire end-finish "
    "student-pupil travel-trip company-firm money-cash life-existence world-globe house-home "
    "important-crucial big-huge good-fine bad-poor often-frequently because-since "
    "different-distinct area-region explain-clarify area-zone speak-talk buy-get large-big "
    "get-receive start-begin job-work learn-study",
    "third": "help-aid big-large movie-film teacher-instructor begin-start finish-complete "
    "country-nation think-believe important-essential nowadays-today mostly-mainly "
    "also-additionally method-technique goal-aim choose-pick rapidly-quickly "
    "require-need photo-picture "
    "reduce-decrease increase-grow difficult-tough usually-normally simple-easy talk-speak "
    "famous-well-known sure-certain huge-enormous entire-whole error-mistake "
    "information-data road-street advertisement-ad vehicle-car idea-notion opinion-view "
    "danger-risk harm-damage sort-type",
    "fourth": "show-reveal use-employ kind-type therefore-thus however-nevertheless "
    "moreover-furthermore maybe-possibly teenager-adolescent enjoy-like amount-quantity "
    "select-pick doctor-physician work-labor topic-subject major-main chance-opportunity "
    "result-outcome effect-impact benefit-advantage disadvantage-drawback build-construct "
    "allow-permit happen-occur gain-acquire improve-enhance entire-complete fortunate-lucky "
    "rich-wealthy smart-intelligent world-earth understand-comprehend want-desire stop-cease "
    "keep-retain especially-particularly completely-totally really-truly dangerous-hazardous "
    "modern-contemporary common-widespread people-individuals child-kid person-individual "
    "situation-circumstance place-location trip-journey customer-client business-company "
    "necessary-essential correct-right wrong-incorrect specific-particular help-assist "
    "show-display say-state war-conflict attack-assault home-residence",
    "fifth": "great-wonderful terrible-awful nice-pleasant location-place staff-personnel "
    "price-cost quick-rapid tasty-delicious incredible-unbelievable recommend-suggest "
    "receive-get repair-fix answer-response call-phone beautiful-lovely attorney-lawyer "
    "mom-mother dad-father apartment-flat truck-lorry holiday-vacation sofa-couch provide-supply "
    "remain-stay gather-collect discover-find hurt-injure tell-inform yell-shout "
    "certainly-definitely approximately-roughly immediately-instantly rarely-seldom "
    "recently-lately although-though until-till buddy-friend concept-idea evidence-proof "
    "garbage-trash injury-wound liberty-freedom option-choice path-route salary-wage "
    "strategy-plan value-worth victory-win writer-author",
    "sixth": "amazing-incredible awesome-fantastic car-vehicle child-youngster store-shop "
    "job-position boss-manager woman-lady man-guy area-neighborhood begin-commence "
    "end-conclude ask-inquire attempt-try small-little quick-speedy smart-bright "
    "angry-mad sad-unhappy scared-afraid wonderful-marvelous horrible-dreadful "
    "close-shut decide-determine ensure-guarantee fix-mend grow-expand hate-detest "
    "hurry-rush keep-hold leave-depart seem-appear make-create own-possess "
    "quit-resign say-remark stop-halt think-suppose build-construct happen-occur "
    "mention-note prefer-favor protect-defend reply-respond search-seek "
    "suggest-propose test-check understand-grasp really-actually probably-likely "
    "entirely-completely exactly-precisely finally-eventually mainly-chiefly "
    "simply-merely suddenly-abruptly everybody-everyone somebody-someone "
    "anybody-anyone price-cost issue-problem trouble-difficulty photo-image "
    "cops-police lawsuit-case aid-help fund-finance rule-regulation duty-obligation "
    "fight-struggle gift-present goods-merchandise hotel-inn luck-fortune "
    "meeting-conference method-way noise-sound part-portion "
    "plan-scheme power-strength proof-evidence reason-motive report-account "
    "rest-remainder rock-stone sale-deal ship-boat spot-place staff-employees "
    "story-tale subject-topic talk-speech task-assignment team-squad thing-item "
    "tool-instrument town-village trash-garbage trip-voyage wish-desire word-term",
    "seventh": "help-assist start-begin buy-purchase house-home big-large car-automobile "
    "child-kid doctor-physician job-occupation film-movie error-mistake road-street "
    "gift-present idea-thought country-nation people-folks happy-cheerful "
    "sad-sorrowful rich-affluent quick-swift hard-difficult easy-simple old-elderly "
    "new-recent important-vital strange-odd whole-entire wrong-incorrect "
    "right-correct famous-renowned funny-humorous huge-gigantic tiny-small "
    "pretty-attractive lucky-fortunate polite-courteous powerful-mighty "
    "quiet-silent rude-impolite safe-secure stupid-foolish sure-certain "
    "weird-strange allow-let answer-reply appear-emerge ask-request believe-think "
    "catch-capture change-alter choose-select collect-gather complete-finish "
    "connect-link continue-proceed create-produce cry-weep cut-slice "
    "destroy-demolish enjoy-like explain-describe find-locate get-obtain "
    "give-provide hide-conceal hold-grip jump-leap kill-murder lift-raise "
    "love-adore need-require obtain-acquire order-command pay-compensate "
    "plan-intend pull-drag receive-get remove-withdraw repair-fix save-rescue "
    "send-dispatch show-display shout-yell show-reveal speak-talk start-commence "
    "stop-cease teach-instruct tell-inform throw-toss try-attempt use-employ "
    "walk-stroll want-desire wash-clean watch-observe win-triumph work-labor "
    "worry-fret write-compose also-too almost-nearly carefully-cautiously "
    "certainly-surely fast-rapidly however-nevertheless maybe-perhaps mostly-mainly "
    "now-currently often-frequently quickly-swiftly rarely-seldom really-truly "
    "slowly-gradually soon-shortly usually-typically very-extremely",
    "eighth": "tiny-little sick-unwell afraid-frightened annoyed-irritated cheap-inexpensive "
    "clever-intelligent complicated-complex courageous-brave crazy-insane "
    "delighted-pleased dirty-filthy dumb-stupid empty-vacant evil-wicked fair-just "
    "fatal-deadly foolish-silly frightening-scary genuine-authentic grateful-thankful "
    "horrible-terrible keen-eager lengthy-long mandatory-compulsory neat-tidy "
    "nasty-unpleasant odd-peculiar previous-prior rapid-fast rare-uncommon "
    "reliable-dependable slim-slender tired-weary unusual-uncommon upset-distressed "
    "worried-anxious wonderful-fantastic additional-extra adequate-sufficient "
    "brief-short broad-wide current-present distant-remote final-last "
    "fundamental-basic global-worldwide gorgeous-beautiful great-terrific "
    "hostile-unfriendly identical-same latest-newest obvious-evident main-chief "
    "naked-nude accomplish-achieve admit-confess aid-assist amaze-astonish "
    "assemble-gather beg-plead carry-transport combine-merge consider-contemplate "
    "destroy-ruin die-perish donate-contribute eat-consume educate-teach "
    "eliminate-remove employ-hire encounter-meet examine-inspect forbid-prohibit "
    "forgive-pardon frighten-scare handle-manage hit-strike inform-notify mend-repair "
    "move-relocate notice-observe permit-let persuade-convince postpone-delay "
    "reject-refuse rely-depend remember-recall rent-lease reside-live respond-answer "
    "settle-resolve shout-scream strike-hit terminate-end vanish-disappear "
    "verify-confirm wander-roam wed-marry ability-capability agreement-accord "
    "anger-rage baby-infant bag-sack battle-fight beginning-start bike-bicycle "
    "bathroom-restroom beach-shore cab-taxi center-middle choice-selection "
    "clothes-clothing coast-shore conversation-chat cop-policeman couple-pair "
    "courage-bravery crime-offense custom-tradition disaster-catastrophe "
    "disease-illness employee-worker enemy-foe exam-test ghost-spirit goal-objective "
    "grandma-grandmother guy-fellow happiness-joy hint-clue income-earnings "
    "inhabitants-residents jail-prison mail-post murderer-killer newspaper-paper "
    "ocean-sea offer-proposal opponent-rival pants-trousers phone-telephone "
    "picture-photograph plane-airplane pain-ache possibility-chance purpose-aim "
    "reply-response rug-carpet sickness-illness soil-dirt stomach-belly style-fashion "
    "supper-dinner TV-television wealth-riches woods-forest absolutely-completely "
    "anyway-anyhow basically-essentially clearly-obviously constantly-continually "
    "currently-presently entirely-wholly fairly-quite happily-gladly mainly-primarily "
    "obviously-evidently originally-initially partially-partly perhaps-possibly "
    "previously-formerly promptly-immediately regularly-routinely "
    "sometimes-occasionally terribly-awfully thoroughly-completely totally-entirely "
    "truly-genuinely very-really yearly-annually",
    "ninth": "abandon-desert ability-skill abrupt-sudden accident-mishap achieve-attain act-behave "
    "adjust-adapt advice-counsel aggressive-belligerent amend-revise ancient-old "
    "announce-declare annual-yearly approve-endorse arrange-organize arrive-come "
    "article-piece assert-claim attractive-beautiful award-prize ban-prohibit "
    "battle-combat beautiful-pretty belief-conviction big-great border-boundary boy-lad "
    "building-structure capture-seize career-profession castle-fortress "
    "celebrate-commemorate close-near compete-contend conflict-dispute connect-join "
    "contain-include contest-competition convert-transform critical-crucial cruel-brutal "
    "cure-heal dead-deceased death-demise decline-decrease defeat-beat demand-require "
    "depict-portray describe-portray design-plan destroy-wreck develop-evolve "
    "disease-sickness dispute-argument divide-split drop-fall drug-medicine "
    "duty-responsibility earlier-previously earn-gain eldest-oldest elect-choose "
    "equipment-gear escape-flee establish-found estimate-approximate examine-study "
    "exceptional-outstanding execute-kill expand-enlarge expert-specialist "
    "famous-celebrated fan-admirer favorite-preferred fear-dread feature-characteristic "
    "female-woman flag-banner form-shape former-previous friend-companion funds-money "
    "generally-usually give-grant government-administration grave-tomb "
    "greatly-considerably ground-soil group-band guard-protect harbor-port "
    "help-assistance highway-road honor-honour hospital-clinic huge-immense "
    "illegal-unlawful immediately-directly important-major improve-better increase-rise "
    "independent-autonomous influence-affect initial-first injured-hurt intend-mean "
    "investigate-probe island-isle job-post join-unite keep-maintain kill-slay kind-sort "
    "known-recognized large-sizable largely-mostly later-afterwards law-statute "
    "leader-head legal-lawful location-site lose-forfeit main-primary make-produce "
    "male-man manage-run manufacture-produce meeting-gathering member-participant "
    "mention-cite mostly-primarily name-title necessary-required nickname-sobriquet "
    "normal-usual novel-book offer-propose official-formal opponent-adversary "
    "option-alternative organization-organisation origin-source owner-proprietor "
    "painting-picture part-piece partner-associate path-way peace-tranquility "
    "perform-play period-era permission-consent play-drama poor-impoverished power-might "
    "praise-commend priest-clergyman problem-difficulty promise-pledge province-region "
    "publish-issue quit-leave race-contest reach-attain real-genuine rear-back "
    "rebel-insurgent rebellion-revolt record-album reduce-lessen refuse-decline "
    "reign-rule reject-decline release-issue remarkable-extraordinary repeat-reiterate "
    "research-study resident-inhabitant respect-esteem restore-renovate restrict-limit "
    "reveal-disclose rise-ascend role-part route-course rule-govern sacred-holy "
    "scholar-academic scientist-researcher seashore-coast section-part send-transmit "
    "settlement-colony several-various severe-harsh ship-vessel show-program "
    "similar-alike single-sole site-place situated-located sleep-slumber soldier-warrior "
    "special-particular spectators-audience speech-address statement-declaration "
    "strong-powerful sue-prosecute support-back surroundings-environment swift-fast "
    "teacher-educator team-club temporary-provisional territory-land test-trial "
    "threat-menace trade-commerce transfer-move travel-journey treaty-pact tribe-clan "
    "trip-tour troops-soldiers true-real understand-realize unusual-rare vast-huge "
    "victory-triumph village-hamlet violent-fierce vital-essential volume-book "
    "voyage-journey wage-pay war-warfare warn-caution watch-view weak-feeble "
    "wealthy-affluent wide-extensive wife-spouse wish-want workers-laborers "
    "wrong-mistaken young-youthful",
}
PRONOUNS = {
    "first": "he-she I-you we-they my-your his-her him-her they-he our-their us-them me-him",
    "second": "she-I you-he their-my your-his them-me we-he I-they our-her it-you",
    "third": "he-I she-we they-you my-his her-our its-your us-me you-they myself-himself",
    "fourth": "I-he we-she you-we they-I my-our his-my her-their our-my their-our me-them them-us "
    "him-them he-you us-you she-they",
    "fifth": "I-she he-they we-you my-their your-our his-our her-his their-his me-us us-him "
    "them-him they-we she-he it-I our-his",
    "sixth": "I-they he-we she-you you-she we-I they-she my-her your-their his-your her-my "
    "our-your their-your me-you us-her him-me them-you he-she myself-yourself "
    "himself-herself his-their she-they he-they it-we its-our",
    "seventh": "I-you you-I he-you she-we we-he they-we my-his your-my his-their her-your "
    "our-their their-her me-her us-you him-us them-him he-they she-they it-he",
    "eighth": "we-you he-I she-I they-I you-we my-their our-her his-my their-my me-them us-them "
    "him-us her-our I-they",
    "ninth": "he-we she-they they-she I-we you-he his-our her-my their-your my-her our-his him-you "
    "them-her me-you us-her himself-ourselves themselves-himself it-she its-her we-they",
}
QUANTIFIERS = {
    "first": "all-few every-no many-few most-some always-sometimes some-all",
    "second": "all-some each-any many-no much-little often-rarely both-few several-all few-many "
    "some-no usually-rarely",
    "third": "all-many every-some most-few always-rarely many-all everyone-nobody much-no",
    "fourth": "all-no every-few each-no several-no both-no most-no some-few many-some "
    "always-seldom often-never usually-never sometimes-always everybody-nobody "
    "everything-something",
    "fifth": "many-few much-little most-few all-no always-never often-rarely everyone-nobody "
    "several-no usually-never some-no every-no",
    "sixth": "all-some every-no many-none several-most few-most much-little always-rarely "
    "often-seldom usually-sometimes everyone-someone everything-nothing "
    "both-neither most-no some-every more-less",
    "seventh": "all-few every-few many-no most-few some-no always-seldom often-never "
    "usually-never everyone-nobody everything-something several-few much-no",
    "eighth": "every-some all-several most-no many-some always-never often-sometimes "
    "everyone-somebody everything-nothing both-neither few-many several-all much-little",
    "ninth": "all-most every-some each-no many-no most-some always-usually often-rarely "
    "usually-rarely everyone-someone everything-something both-neither few-several "
    "several-few much-little some-many sometimes-never mostly-rarely",
}
MODALS = "can-must will-may should-may may-must must-can would-should could-must"
LISTS = (
    "first",
    "second",
    "third",
    "fourth",
    "news",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
)
UNSEEN = ("seventh", "eighth", "ninth", "tenth")
"""What the tables of the page are of: nothing was chosen by the last."""

NUMBER_WORDS = str.split("two three four five six seven eight nine ten hundred thousand million")


@dataclass(frozen=True)
class Damage:
    """A sentence and what was made of it."""

    before: tuple[str, ...]
    after: tuple[str, ...]


# --- damage ---------------------------------------------------------------------------------------


def exchanged(
    pairs: str, both_ways: bool = True
) -> Callable[[Analysis, Random], tuple[str, ...] | None]:
    """Exchange a word of a list."""
    table: dict[str, list[str]] = {}
    for pair in pairs.split():
        one, other = pair.split("-", 1)
        table.setdefault(one.lower(), []).append(other)
        if both_ways:
            table.setdefault(other.lower(), []).append(one)

    def damage(one: Analysis, draw: Random) -> tuple[str, ...] | None:
        places = [k for k, word in enumerate(one.lower) if word in table]
        if not places:
            return None
        k = draw.choice(places)
        return replaced(one, k, draw.choice(table[one.lower[k]]))

    return damage


def replaced(one: Analysis, k: int, word: str) -> tuple[str, ...]:
    written = word.capitalize() if one.words[k][0].isupper() and one.words[k] != "I" else word
    return (*one.words[:k], written, *one.words[k + 1 :])


def drawn(
    words: dict[str, list[str]], *tags: str
) -> Callable[[Analysis, Random], tuple[str, ...] | None]:
    """Replace a word by a random one of the same tag."""

    def damage(one: Analysis, draw: Random) -> tuple[str, ...] | None:
        light = ("be", "have", "do", "get", "go", "make")
        places = [
            k
            for k, tag in enumerate(one.tags)
            if tag in tags
            and one.lemmas[k] not in light
            and one.pos[k] != "AUX"
            and one.words[k].isalpha()
        ]
        if not places:
            return None
        k = draw.choice(places)
        word = draw.choice(words[one.tags[k]])
        return replaced(one, k, word) if word != one.lower[k] else None

    return damage


def renumbered(one: Analysis, draw: Random) -> tuple[str, ...] | None:
    places = [k for k, w in enumerate(one.lower) if w.isdigit() or w in NUMBER_WORDS]
    if not places:
        return None
    k = draw.choice(places)
    word = one.lower[k]
    other = str(int(word) + draw.randint(1, 9)) if word.isdigit() else draw.choice(NUMBER_WORDS)
    return replaced(one, k, other) if other != word else None


def negated(one: Analysis, draw: Random) -> tuple[str, ...] | None:
    places = negations(one.words)
    return tuple(apply_tokens(one.words, [draw.choice(places)])) if places else None


def swapped(one: Analysis, draw: Random) -> tuple[str, ...] | None:
    """Let two nouns change places."""
    nouns = [
        k for k, pos in enumerate(one.pos) if pos in ("NOUN", "PROPN") and one.words[k].isalpha()
    ]
    if len(nouns) < 2:
        return None
    a, b = sorted(draw.sample(nouns, 2))
    return exchange(one, a, b)


def exchange(one: Analysis, a: int, b: int) -> tuple[str, ...] | None:
    if one.lemmas[a] == one.lemmas[b]:
        return None
    words = list(one.words)
    words[a], words[b] = words[b], words[a]
    return tuple(words)


def turned(one: Analysis, draw: Random) -> tuple[str, ...] | None:
    """Let the subject and the object of a verb change places."""
    nouns = ("NOUN", "PROPN")
    both = [
        (a, b)
        for a, label in enumerate(one.labels)
        for b, other in enumerate(one.labels)
        if label == "nsubj"
        and other == "dobj"
        and one.heads[a] == one.heads[b]
        and one.pos[a] in nouns
        and one.pos[b] in nouns
    ]
    return exchange(one, *draw.choice(both)) if both else None


def dropped(one: Analysis, draw: Random) -> tuple[str, ...] | None:
    places = [k for k, pos in enumerate(one.pos) if pos in ("NOUN", "VERB", "ADJ")]
    if not places:
        return None
    k = draw.choice(places)
    return (*one.words[:k], *one.words[k + 1 :])


def without_article(one: Analysis, draw: Random) -> tuple[str, ...] | None:
    places = [k for k, word in enumerate(one.lower) if word in ("the", "a", "an")]
    if not places:
        return None
    k = draw.choice(places)
    return (*one.words[:k], *one.words[k + 1 :])


def plural(one: Analysis, draw: Random) -> tuple[str, ...] | None:
    places = [k for k, tag in enumerate(one.tags) if tag == "NN" and one.words[k][-1] in "tkendr"]
    if not places:
        return None
    k = draw.choice(places)
    return replaced(one, k, one.words[k] + "s")


def other_preposition(one: Analysis, draw: Random) -> tuple[str, ...] | None:
    prepositions = ("in", "on", "at", "of", "for", "to", "by")
    places = [
        k
        for k, (word, pos) in enumerate(zip(one.lower, one.pos, strict=True))
        if pos == "ADP" and word in prepositions
    ]
    if not places:
        return None
    k = draw.choice(places)
    return replaced(
        one, k, draw.choice([p for p in ("at", "of", "for", "by") if p != one.lower[k]])
    )


def mistyped(one: Analysis, draw: Random) -> tuple[str, ...] | None:
    """Misspell a word; the damage is undone: the misspelt sentence is the source."""
    places = [
        k for k, word in enumerate(one.words) if len(word) > 5 and word.isalpha() and word.islower()
    ]
    if not places:
        return None
    k = draw.choice(places)
    at = draw.randint(1, len(one.words[k]) - 3)
    word = one.words[k]
    return replaced(one, k, word[:at] + word[at + 1] + word[at] + word[at + 2 :])


def in_context() -> dict[str, list[Damage]]:
    """Return the damage that was written sentence by sentence, and the synonyms."""
    lines = {letter: several() for letter, several in TEXTS.items()}
    made: dict[str, list[Damage]] = {}
    for row in (Path(__file__).parent / "in_context.tsv").read_text("utf-8").splitlines():
        kind, letter, line, place, _, word = row.split("\t")
        before, k = lines[letter][int(line)], int(place)
        made.setdefault(kind, []).append(Damage(before, (*before[:k], word, *before[k + 1 :])))
    return made


def damaged(which: str, sentences: Sequence[Analysis]) -> dict[str, list[Damage]]:
    by_tag: dict[str, list[str]] = {}
    for one in sentences:
        for word, tag in zip(one.words, one.tags, strict=True):
            if word.isalpha() and len(word) > 2 and (word.islower() or tag.startswith("NNP")):
                by_tag.setdefault(tag, []).append(word)
    by_tag = {tag: sorted(set(words)) for tag, words in by_tag.items()}
    words = "fourth" if which == "news" else which
    kinds = {
        "synonym": exchanged(SYNONYMS.get(words, "")),
        "antonym": exchanged(ANTONYMS.get(words, "")),
        "noun": drawn(by_tag, "NN", "NNS"),
        "name": drawn(by_tag, "NNP"),
        "verb": drawn(by_tag, "VB", "VBD", "VBG", "VBN", "VBP", "VBZ"),
        "adjective": drawn(by_tag, "JJ"),
        "number": renumbered,
        "pronoun": exchanged(PRONOUNS.get(words, ""), both_ways=False),
        "negation": negated,
        "quantifier": exchanged(QUANTIFIERS.get(words, ""), both_ways=False),
        "modal": exchanged(MODALS, both_ways=False),
        "places": swapped,
        "swap": turned,
        "omission": dropped,
        "article": without_article,
        "plural": plural,
        "preposition": other_preposition,
        "typo": mistyped,
    }
    seed = "fresh" if which == "third" else which
    made: dict[str, list[Damage]] = {}
    for kind, damage in kinds.items():
        draw = Random(f"{seed} {kind}")
        order = list(sentences)
        draw.shuffle(order)
        made[kind] = []
        for one in order:
            after = damage(one, draw)
            if after is not None and after != one.words:
                pair = Damage(after, one.words) if kind == "typo" else Damage(one.words, after)
                made[kind].append(pair)
            if len(made[kind]) == PER_KIND:
                break
    return made | in_context() if which == "tenth" else made


# --- data -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Rated:
    source: tuple[str, ...]
    output: tuple[str, ...]
    rating: float
    grammar: float
    fluency: float
    changed: bool


def ratings() -> list[Rated]:
    with (SHARED / "tmu-gfm-dev" / "dev.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return [
        Rated(
            words(row["source"]),
            words(row["output"]),
            *(float(row[column]) for column in ("ave_m", "ave_g", "ave_f")),
            row["source"] != row["output"],
        )
        for row in rows
    ]


def words(text: str) -> tuple[str, ...]:
    return tuple(text[piece.start : piece.end] for piece in tokenise(text))


JFLEG = {"first": "dev.ref0", "second": "dev.ref1", "third": "dev.ref3", "fourth": "dev.ref2"}
"""The references that lists of damage are made from."""


def text(which: str) -> list[tuple[str, ...]]:
    """Return the good sentences that a list of damage is made from: references of JFLEG, news and
    Wikipedia (UD English-PUD), the web (of UD English-EWT the first 4,000 sentences, and the next
    ones for the sixth list and the seventh), essays and Wikipedia (the first reference of
    CoNLL-2014, the sources of TurkCorpus), Wikipedia alone (UCCA English-Wiki), or five of these
    texts."""
    if which in JFLEG:
        return jfleg(JFLEG[which])
    if which == "eighth":
        both = [*lines("conll14", "ref0.txt"), *lines("turk", "test.8turkers.tok.norm")]
        return [tokens for tokens in both if 6 <= len(tokens) <= 40]
    if which == "tenth":
        every = [tokens for several in TEXTS.values() for tokens in several()]
        return [tokens for tokens in every if 6 <= len(tokens) <= 40]
    if which == "ninth":
        files = (SHARED / "ucca" / f"wiki-{part}.tar.xz" for part in ("train", "dev"))
        passages = [passage for file in files for _, passage in read_graphs(file)]
        text = [
            line for passage in passages for line in re.split("(?<= [.?!]) ", words_of(passage))
        ]
        return [tokens for line in text if 6 <= len(tokens := tuple(line.split())) <= 40]
    if which == "news":
        return [tokens for tokens in unzipped("pud.txt.gz") if 6 <= len(tokens) <= 40]
    start = {"sixth": 4000, "seventh": 8000}.get(which, 0)
    return [t for t in unzipped("ewt.txt.gz")[start : start + 4000] if 6 <= len(t) <= 40]


def lines(*path: str) -> list[tuple[str, ...]]:
    """Return the sentences of a file, tokenised."""
    content = SHARED.joinpath(*path).read_bytes()
    if path[-1].endswith(".gz"):
        content = gzip.decompress(content)
    return [tuple(line.split()) for line in content.decode("utf-8").splitlines()]


def unzipped(name: str) -> list[tuple[str, ...]]:
    return lines("english-text", name)


def jfleg(which: str) -> list[tuple[str, ...]]:
    return lines("jfleg", which)


TEXTS: dict[str, Callable[[], list[tuple[str, ...]]]] = {
    "J": lambda: jfleg("dev.ref2"),
    "C": lambda: lines("conll14", "ref1.txt"),
    "E": lambda: unzipped("ewt.txt.gz"),
    "P": lambda: unzipped("pud.txt.gz"),
    "T": lambda: lines("turk", "test.8turkers.tok.norm"),
}
"""The texts of the tenth list, by letter."""


# --- tables ---------------------------------------------------------------------------------------


def auc(low: Sequence[float], high: Sequence[float]) -> float:
    """Return how often a value of the first is below one of the second; ties are half."""
    ranks = rankdata([*low, *high])
    n, m = len(low), len(high)
    return 1 - (float(ranks[:n].sum()) - n * (n + 1) / 2) / (n * m)


def scores(kept: Sequence[KeptWords]) -> list[float]:
    return [one.score for one in kept]


def strong(kept: Sequence[KeptWords]) -> float:
    return float(np.mean([any(flag.kind in STRONG for flag in flags(one)) for one in kept]))


def any_flag(kept: Sequence[KeptWords]) -> float:
    return float(np.mean([bool(flags(one)) for one in kept]))


def by_kind(kept: Sequence[KeptWords]) -> str:
    counts: dict[str, int] = {}
    for one in kept:
        for kind in {flag.kind for flag in flags(one)}:
            counts[kind] = counts.get(kind, 0) + 1
    listed = sorted(counts.items(), key=lambda pair: -pair[1])
    return ", ".join(f"{kind} {count / len(kept):.3f}" for kind, count in listed)


def people(rated: Sequence[Rated], kept: Sequence[KeptWords]) -> None:
    x, y = np.array(scores(kept)), np.array([one.rating for one in rated])
    changed = np.array([one.changed for one in rated])
    print(f"{'TMU-GFM dev':<14} {'n':>5} {'r':>6} {'rho':>6}  (wanted: .64, .70; changed .57)")
    for name, chosen in (("all", np.full(len(x), True)), ("changed", changed)):
        r, rho = pearsonr(x[chosen], y[chosen])[0], spearmanr(x[chosen], y[chosen])[0]
        print(f"{name:<14} {chosen.sum():>5} {r:>6.3f} {rho:>6.3f}")
    print(f"r of -sqrt(1 - score): {pearsonr(-np.sqrt(1 - np.minimum(x, 1)), y)[0]:.3f}")


WANTED = {
    "negation": 0.98, "number": 0.98, "pronoun": 0.98, "antonym": 0.9, "noun": 0.9, "verb": 0.75,
    "swap": 0.85,
}  # fmt: skip
"""The share of damaged sentences of a kind that should raise an alarm."""


def damage_table(which: str, good: Sequence[KeptWords]) -> None:
    """Print what becomes of each kind of damage; `good` are outputs that people rated well."""
    made = damaged(which, list(analyse_all(list(dict.fromkeys(text(which))))))
    compared = {
        kind: compare_all([(one.before, one.after) for one in pairs])
        for kind, pairs in made.items()
    }
    print(
        f"\n{which:<14} {'n':>5} {'AUC':>6} {'rated':>6} {'alarms':>6} wanted {'any':>6}  by kind"
    )
    for kind, several in compared.items():
        against = auc(scores(several), scores(compared["synonym"]))
        below = auc(scores(several), scores(good))
        print(
            f"{kind:<14} {len(several):>5} {against:>6.3f} {below:>6.3f} "
            f"{strong(several):>6.3f} {WANTED.get(kind, ''):>6} {any_flag(several):>6.3f}  "
            f"{by_kind(several)}"
        )


def main(*which: str) -> None:
    rated = ratings()
    kept = compare_all([(one.source, one.output) for one in rated])
    people(rated, kept)
    good = [k for one, k in zip(rated, kept, strict=True) if one.changed and one.rating >= 3.6]
    for one in which or UNSEEN:
        damage_table(one, good)
    print(f"\n{'no damage':<14} {'n':>5} {'alarms':>6} {'any':>6}  by kind")
    rows = [
        (
            f"rated {low}-{high}",
            [
                k
                for one, k in zip(rated, kept, strict=True)
                if one.changed and low <= one.rating < high
            ],
        )
        for low, high in ((3.8, 4.1), (3.6, 4.1), (3.0, 3.6), (2.4, 3.0), (0, 2.4))
    ]
    source = jfleg("dev.src")
    pairs = [pair for n in range(4) for pair in zip(source, jfleg(f"dev.ref{n}"), strict=True)]
    rows.append(("JFLEG refs", compare_all(pairs)))
    for name, several in rows:
        print(
            f"{name:<14} {len(several):>5} {strong(several):>6.3f} {any_flag(several):>6.3f}  "
            f"{by_kind(several)}"
        )
    speed(rated)


def speed(rated: Sequence[Rated]) -> None:
    """Print how many pairs are compared per core-second, analyses included."""
    texts = [(one.source, one.output) for one in rated]
    seconds = cpu(lambda: [compare_all(texts[k : k + 128]) for k in range(0, len(texts), 128)], 1)
    print(f"\n{len(texts) / seconds:.0f} pairs per core-second (wanted: 100)")


if __name__ == "__main__":
    main(*sys.argv[1:])
