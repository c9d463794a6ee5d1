// --- texts and their edits ------------------------------------------------------------------------------

const SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/; // Python's
const SIGNS = ["✓", "✗", "○"];
const told = new WeakMap(); // what there is to tell about a judged edit, by its button
const tokensOf = (text) => text.split(SPACE).filter(Boolean);

/** One edit: the old text, the new one or the one it should be, and the verdict. */
function edited(was, becomes, verdict) {
  const mark = make("span", `mark ${verdict}`);
  if (was) mark.append(make(verdict === "missed" ? "span" : "del", "was", was));
  if (was && becomes) mark.append(make("span", "hidden", " to "), " ");
  if (becomes) mark.append(make("ins", "", becomes));
  if (verdict === "missed" && !becomes) mark.append(" ", make("ins", "", "∅"));
  if (was && !becomes) mark.append(make("span", "hidden", " deleted"));
  return mark;
}

/** The sign of a judged edit, which is a button: it tells more. */
function signed(sign, verdict, about) {
  const symbol = make("span", "", sign);
  symbol.setAttribute("aria-hidden", "true");
  const button = make("button");
  button.type = "button";
  button.setAttribute("popovertarget", "more");
  button.setAttribute("aria-haspopup", "dialog");
  button.setAttribute("aria-label", `${verdict}: details`);
  told.set(button, about);
  return make("span", "sign", symbol, button);
}

/** The source with its judged edits; one that overlaps an earlier one repeats its extent. */
function judged(source, marks, types, verdicts, about) {
  const tokens = tokensOf(source);
  const out = document.createDocumentFragment();
  let at = 0;
  const ordered = [...marks].sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[4] - b[4]);
  for (const mark of ordered) {
    const [start, end, replacement, type, verdict, alternatives] = mark;
    if (start > at) out.append(`${tokens.slice(at, start).join(" ")} `);
    const was = tokens.slice(start, end).join(" ");
    const drawn = edited(was, replacement || "", verdicts[verdict]);
    drawn.prepend(
      signed(SIGNS[verdict], verdicts[verdict], { ...about, mark, was }),
      make("span", "hidden", `${verdicts[verdict]}: `));
    const others = (alternatives || []).filter((text) => text !== null && text !== replacement).length;
    if (others) drawn.append(make("small", "others", `+${others}`));
    if (alternatives?.includes(null)) drawn.append(make("small", "others", "?"));
    if (types[type]) drawn.append(make("small", "type", ` ${types[type]}`));
    out.append(drawn, " ");
    at = Math.max(at, end);
  }
  out.append(tokens.slice(at).join(" "));
  return out;
}

/** A word that takes points off the score. */
function losing(text, kind, points) {
  const word = make("span", "loss", text);
  word.title = `${kind}: −${points}`;
  return word;
}

/** The edits of a shortest edit script between two texts, unjudged; words of the second text that
    lose points are marked. */
function compared(source, text, losses = [], kinds = []) {
  const lossAt = new Map(losses.flatMap(([places, kind, points]) => places.map((place) => [place, [kinds[kind], points]])));
  const a = tokensOf(source), b = tokensOf(text);
  let front = 0, back = 0;
  while (front < a.length && front < b.length && a[front] === b[front]) front++;
  while (back < a.length - front && back < b.length - front && a[a.length - 1 - back] === b[b.length - 1 - back]) back++;
  const m = a.length - back, n = b.length - back;
  // common[i][j]: tokens shared by a[i..m) and b[j..n); very long texts count as replaced.
  const small = (m - front) * (n - front) < 1e6;
  const common = [];
  for (let i = m; small && i >= front; i--) {
    common[i] = new Uint16Array(n + 2);
    for (let j = n - 1; i < m && j >= front; j--) {
      common[i][j] = a[i] === b[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
    }
  }
  const out = document.createDocumentFragment();
  const put = (from, to, into = out) => { // words of the second text
    for (let place = from; place < to; place++) {
      if (place > from) into.append(" ");
      into.append(lossAt.has(place) ? losing(b[place], ...lossAt.get(place)) : b[place]);
    }
    return into;
  };
  if (front) put(0, front).append(" ");
  let was = [], becomes = [];
  const flush = () => {
    const made = becomes.length ? put(becomes[0], becomes.at(-1) + 1, document.createDocumentFragment()) : "";
    if (was.length || becomes.length) out.append(edited(was.join(" "), made, "plain"), " ");
    was = [];
    becomes = [];
  };
  let i = front, j = front;
  while (i < m || j < n) {
    if (small && i < m && j < n && a[i] === b[j]) { flush(); put(j, ++j).append(" "); i++; }
    else if (i < m && (!small || j >= n || common[i + 1][j] >= common[i][j + 1])) was.push(a[i++]);
    else becomes.push(j++);
  }
  flush();
  return put(n, b.length);
}

// --- more about an edit -----------------------------------------------------------------------------------

/** Systems that made the same edit, right or not. */
function alsoMade({ data, sentence, measure, mark }) {
  const [start, end, text] = mark;
  const same = (m) => m[0] === start && m[1] === end && m[2] === text && data.verdicts[m[4]] !== "missed";
  return data.systems.filter((_, k) => sentence.systems[k] && (sentence.systems[k][2][measure] || [0, []])[1].some(same));
}

function quoted(text) {
  if (text === null) return make("em", "", "leave it as it is");
  if (text === "") return make("em", "", "delete it");
  const quote = make("q", "", text);
  quote.dir = "auto";
  return quote;
}

/** The pop-up's contents for one edit. */
function tell(about) {
  const { data, sentence, system, measure, mark, was } = about;
  const [start, end, text, type, number, alternatives] = mark;
  const verdict = data.verdicts[number];
  const isolated = (name) => make("bdi", "", name);
  const lines = [];
  const line = (term, ...content) => lines.push(make("dt", "", term), make("dd", "", ...content));
  line(was ? "Text" : "Insert", was ? quoted(was) : make("em", "", "nothing stands here"));
  const ways = alternatives?.length ? alternatives : [text];
  const whose = verdict === "spurious" ? isolated(data.systems[system]) : "Gold";
  line(whose, make("ol", "", ...ways.map((way) => make("li", "", quoted(way)))));
  if (alternatives) line("Optional", alternatives.includes(null) ? "yes: the text may stay as it is" : "no");
  if (data.edit_types[type]) line("Type", isolated(data.edit_types[type]));
  const names = alsoMade(about);
  if (data.systems.length > 1) line("Made by", names.length ? `${names.length} of ${data.systems.length}: ` : "no system", isolated(names.join(", ")));
  line("Judged by", isolated(data.measures[measure].name), ", reference ", isolated(sentence.systems[system][2][measure][0]));
  line("Tokens", start === end ? `before ${start + 1}` : start + 1 === end ? `${end}` : `${start + 1}–${end}`);
  const sign = make("span", "sign", SIGNS[number]);
  sign.setAttribute("aria-hidden", "true");
  one("#more-title").replaceChildren(make("span", `mark ${verdict}`, sign), ` ${verdict}`);
  one("#more dl").replaceChildren(...lines);
}

if (one("#more")) {
  const popup = one("#more");
  let button = null; // whose pop-up it is
  one("#list").addEventListener("click", (event) => {
    const pressed = event.target.closest("button");
    if (!told.has(pressed)) return;
    if (pressed !== button && popup.matches(":popover-open")) popup.hidePopover();
    button = pressed;
    tell(told.get(button));
  });
  popup.addEventListener("toggle", ({ newState }) => {
    const mark = button.closest(".mark");
    mark.classList.toggle("open", newState === "open");
    if (newState === "open") place(popup, mark);
  });
}

