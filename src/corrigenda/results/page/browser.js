// --- the sentence browser -------------------------------------------------------------------------------
// Only the sentences near the window are in the page. Two empty elements, before and after them, are as
// high as those that are not, by a guess until they have been drawn once.

const NEAR = 1200; // pixels above and below the window
const ON_PAPER = 50; // sentences that are printed
const NAMED = 3; // systems that wrote the same and are still named beside it
const CHOICES = ["measure", "system", "other", "find", "changed", "verdict", "type", "flag", "order"]; // the first decide what the others offer

/** What a data block holds: base64 of deflated JSON. */
async function unpacked(block) {
  const letters = atob(block.textContent), bytes = new Uint8Array(letters.length);
  for (let n = 0; n < letters.length; n++) bytes[n] = letters.charCodeAt(n);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}

function browse(data) {
  const { sentences, systems, edit_types: types, kinds, verdicts } = data;
  for (const sentence of sentences) {
    sentence.systems = sentence.systems.map((number) => number === null ? 0 : sentence.outputs[number]);
  }
  const controls = Object.fromEntries(
    [...CHOICES, "disagree"].map((id) => [id, one(`#${id}`)]));
  const list = one("#list"), before = one("#before"), after = one("#after");
  const articles = new Map(); // those in the page, by the number of their sentence
  const placeOf = new WeakMap(); // article -> number of its sentence
  const drawn = new Set(); // whose graphs are open: sentence and system
  const comparing = data.measures.flatMap(({ graphs }, measure) => graphs ? [measure] : []);
  let order = []; // the sentences that are listed
  let current = -1; // the sentence that one came to by a key or a link

  const wellFormed = (text) => text.toWellFormed?.() ?? text;
  const addressOf = ({ id }) => `s=${encodeURIComponent(wellFormed(id))}`;
  const textOf = (sentence, output) => output[0] === 0 ? sentence.source : output[0];
  const marksOf = (output, measure) => output[2][measure] ? output[2][measure][1] : [];
  const scoresOf = (outputs, measure) => outputs.map((o) => o[1][measure]).filter((v) => v !== null);
  const measureNow = () => Number(controls.measure.value);
  const shown = () => {
    const { system: { value: system }, other: { value: other } } = controls;
    if (system === "") return systems.map((_, k) => k);
    return other === "" || other === system ? [Number(system)] : [Number(system), Number(other)];
  };
  const outputsOf = (sentence) => shown().map((k) => sentence.systems[k]).filter(Boolean);
  const everyOutput = () => sentences.flatMap((s) => s.outputs);
  const lossesOf = (output, measure) => output[3]?.losses?.[measure] || [];
  const alarmsOf = (output) => output[3]?.alarms || [];
  const remarksOf = (sentence) => sentence.flags || [];

  let haystacks = null;
  const contains = (at, text) => {
    haystacks ??= sentences.map((s) => {
      const texts = [s.id, s.source, ...s.references.map((r) => r[1]), ...s.outputs.map((o) => o[0])];
      return texts.filter(Boolean).join("\n").toLowerCase();
    });
    return haystacks[at].includes(text);
  };
  const disagree = sentences.map((s) => new Set(s.systems.filter(Boolean).map((o) => o[0])).size > 1);

  // --- controls that can do something here ---

  const offer = (control, isUseful) => {
    control.closest("label").hidden = !isUseful;
    if (isUseful) return;
    if (control.type === "checkbox") control.checked = false;
    else if (control.selectedIndex > 0) control.selectedIndex = 0;
  };

  function prepare() {
    const outputs = everyOutput(), several = systems.length > 1;
    const flags = new Set([...outputs.flatMap(alarmsOf), ...sentences.flatMap(remarksOf)].map(([kind]) => kind));
    for (const kind of [...flags].sort()) controls.flag.append(new Option(kind, kind));
    offer(controls.flag, flags.size);
    offer(controls.measure, data.measures.length > 1);
    offer(controls.system, several);
    offer(controls.disagree, several && disagree.includes(true) && disagree.includes(false));
    offer(controls.changed, outputs.some((o) => o[0] === 0) && outputs.some((o) => o[0] !== 0));
    offer(one("#show-types"), types.some(Boolean));
    adapt();
  }

  /** Offer what the chosen measure and systems allow, and explain the marks that they have. */
  function adapt() {
    const measure = measureNow(), there = new Set(), made = new Set();
    for (const output of everyOutput()) for (const mark of marksOf(output, measure)) { there.add(mark[3]); made.add(mark[4]); }
    const names = [...there].filter((t) => types[t]).sort((a, b) => types[a].localeCompare(types[b]));
    const chosen = controls.type.value;
    controls.type.replaceChildren(new Option("any", ""), ...names.map((t) => new Option(types[t], t, false, String(t) === chosen)));
    offer(controls.type, names.length);
    for (const option of controls.verdict.options) option.hidden = option.disabled = option.value !== "" && !made.has(Number(option.value));
    offer(controls.verdict, made.size > 1);
    offer(controls.other, controls.system.value !== "" && systems.length > 1);
    for (const option of controls.other.options) option.hidden = option.disabled = option.value !== "" && option.value === controls.system.value;
    listOrders();
    const losing = everyOutput().some((o) => lossesOf(o, measure).length);
    for (const entry of all("[data-legend]")) {
      const { legend } = entry.dataset;
      entry.hidden = legend === "plain" ? made.size > 0 : legend === "loss" ? !losing : !made.has(Number(legend));
    }
  }

  function listOrders() {
    const now = shown(), names = now.map((k) => systems[k]), chosen = controls.order.value;
    const orders = [["", "as in the corpus"], ["low", "lowest score first"], ["high", "highest score first"]];
    if (now.length > 1) orders.push(["spread", now.length === 2 ? "largest difference first" : "widest spread first"]);
    if (now.length === 2) orders.push(["behind", `${names[0]} behind first`], ["ahead", `${names[1]} behind first`]);
    controls.order.replaceChildren(...orders.map(([value, text]) => new Option(text, value, false, value === chosen)));
  }

  // --- which sentences, in which order ---

  function search() {
    const measure = measureNow();
    const text = controls.find.value.trim().toLowerCase();
    const { changed: { value: changed }, verdict: { value: verdict }, type: { value: type }, flag: { value: flag }, order: { value: sorted } } = controls;
    const pair = shown().length === 2 && controls.other.value !== "";
    const kept = [];
    sentences.forEach((sentence, at) => {
      if (text && !contains(at, text)) return;
      if (controls.disagree.checked && !disagree[at]) return;
      const outputs = outputsOf(sentence);
      if (!outputs.length && controls.system.value) return; // the system has nothing here
      if (changed && outputs.some((o) => o[0] !== 0) !== (changed === "1")) return;
      const fits = (mark) => (!verdict || mark[4] === Number(verdict)) && (!type || mark[3] === Number(type));
      if ((verdict || type) && !outputs.some((o) => marksOf(o, measure).some(fits))) return;
      const is = ([kind]) => flag === "any" || kind === flag;
      const concerns = ([, , system]) => !system || shown().some((k) => systems[k] === system);
      if (flag && !outputs.some((o) => alarmsOf(o).some(is)) && !remarksOf(sentence).some((r) => is(r) && concerns(r))) return;
      const scores = scoresOf(outputs, measure);
      const mean = scores.reduce((a, b) => a + b, 0) / scores.length;
      const spread = Math.max(...scores) - Math.min(...scores);
      const apart = pair && scores.length === 2 ? scores[0] - scores[1] : Infinity;
      kept.push({ at, key: !scores.length ? Infinity : { low: mean, high: -mean, spread: -spread, behind: apart, ahead: apart === Infinity ? apart : -apart }[sorted] });
    });
    if (sorted) kept.sort((a, b) => (a.key === b.key ? 0 : a.key - b.key) || a.at - b.at);
    return kept.map(({ at }) => at);
  }

  // --- articles ---

  /** About how high an article will be, before it is drawn. */
  function guess({ source, references, outputs }) {
    const letters = Math.max(20, (list.clientWidth - 300) / 8);
    const lines = Math.ceil((source.length + 1) / letters);
    return 73 + (1 + Math.min(outputs.length, shown().length) + references.length) * (9 + 27 * lines);
  }

  function line(label, score, content, className) {
    const term = make("dt", className, label);
    if (score) term.append(" ", make("span", "score", score));
    const text = make("dd", className, content);
    text.dir = "auto";
    return [term, text];
  }

  /** A text with the tokens marked that a measure objects to. */
  function objected(text, places) {
    const tokens = tokensOf(text).map((token, at) => places.includes(at) ? make("mark", "objection", token) : token);
    return make("div", "objections", "looks wrong: ", ...tokens.flatMap((token) => [token, " "]));
  }

  const named = (names) => names.flatMap((name, k) => k ? [", ", make("bdi", "", name)] : [make("bdi", "", name)]);

  let graphs = null; // of all sentences, from when one is to be drawn

  /** The button that opens the graphs of a system's correction, below its line. */
  function disclosure(at, system, line) {
    const sentence = sentences[at], output = sentence.systems[system], key = `${at} ${system}`;
    const chosen = measureNow(), number = output[3]?.graph;
    const measure = comparing.includes(chosen) ? chosen : comparing[0];
    if (number === undefined || measure === undefined) return;
    const button = make("button", "graphs", "Graphs");
    let panel = null;
    const turn = async (isOpen) => {
      button.setAttribute("aria-expanded", isOpen);
      drawn[isOpen ? "add" : "delete"](key);
      panel?.remove();
      panel = null;
      if (!isOpen) return;
      if (!graphs) {
        const found = await unpacked(one("#packed-graphs"));
        graphs = found;
        if (panel || !drawn.has(key)) return; // pressed again in the meantime
      }
      const { graphs: own, matched } = graphs[at];
      panel = graphPanel(systems[system], data.measures[measure].name, [sentence.source, textOf(sentence, output)],
        [own[0], own[number]], matched[measure][number]);
      line.after(panel);
    };
    button.type = "button";
    button.addEventListener("click", () => turn(!drawn.has(key)));
    line.append(" ", button);
    return () => { if (drawn.has(key)) turn(true); else button.setAttribute("aria-expanded", false); }; // once the line is where it belongs
  }

  /** Systems in groups that wrote and were judged the same; of many, those that changed nothing last. */
  function folded(sentence, measure) {
    const groups = new Map();
    for (const system of shown()) {
      const output = sentence.systems[system];
      if (!output) continue;
      const key = JSON.stringify([output[0], output[1][measure], output[2][measure]]);
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push(system);
    }
    const isSame = (group) => sentence.systems[group[0]][0] === 0;
    const rows = [...groups.values()];
    return shown().length > 2 ? rows.sort((a, b) => isSame(a) - isSame(b)) : rows; // two keep their places
  }

  function linesOf(at) {
    const sentence = sentences[at], measure = measureNow();
    const lines = make("dl", "", ...line("Source", "", sentence.source, "source"));
    const groups = folded(sentence, measure), changed = groups.some(([s]) => sentence.systems[s][0] !== 0);
    for (const group of groups) {
      const [system] = group, output = sentence.systems[system], isSame = output[0] === 0;
      const score = output[1][measure], edits = output[2][measure];
      const names = group.map((k) => systems[k]), many = names.length > NAMED;
      const about = { data, sentence, system, measure };
      let content;
      if (edits && edits[1].length) content = judged(sentence.source, edits[1], types, verdicts, about);
      else if (isSame) content = make("span", "same", "unchanged");
      else content = compared(sentence.source, textOf(sentence, output), lossesOf(output, measure), kinds);
      const label = make("span", "", ...(many ? [make("b", "", `${names.length} systems`)] : named(names)));
      if (isSame && edits && edits[1].length) label.append(" ", make("span", "same", "unchanged"));
      const row = line(label, score === null ? "" : score.toFixed(4), content, "output");
      if (edits && sentence.references.length > 1) row[1].append(make("small", "by", ` ref. ${edits[0]}`));
      const parts = output[3]?.parts?.[measure];
      if (parts) row[1].append(make("small", "by", ` ${parts}`));
      for (const [kind, words] of alarmsOf(output)) row[1].append(" ", make("span", "chip alarm", `${kind}: ${words}`));
      const wrong = output[3]?.objections;
      if (wrong) row[1].append(objected(textOf(sentence, output), wrong));
      const show = isSame && changed ? null : disclosure(at, system, row[1]);
      if (many) row[1].append(make("small", "names", ...named(names)));
      lines.append(...row);
      show?.();
    }
    const texts = new Map();
    for (const [by, text] of sentence.references) texts.set(text, [...(texts.get(text) || []), by]);
    for (const [text, by] of texts) {
      const content = text === 0 ? make("span", "same", "as the source") : compared(sentence.source, text);
      const label = make("span", "", `Reference${by.length > 1 ? "s" : ""} `, ...named(by));
      lines.append(...line(label, "", content, "reference"));
    }
    return lines;
  }

  function article(at) {
    const sentence = sentences[at], address = addressOf(sentence);
    const link = make("a", "", `Sentence ${sentence.id}`);
    link.href = `#${address}`;
    const head = make("h3", "", link);
    for (const [kind, text, system] of remarksOf(sentence)) {
      const chip = make("span", "chip", system ? `${kind}: ${system}` : kind);
      chip.title = text;
      head.append(" ", chip);
    }
    const made = make("article", "", head, linesOf(at));
    made.id = address;
    made.tabIndex = -1;
    placeOf.set(made, at);
    return made;
  }

  // --- the window ---

  let heights = []; // of the sentences, by their numbers; those not drawn yet are guessed
  let tops = [0]; // of the listed sentences, and the height of all of them
  let first = 0, last = 0; // those in the page: from the first to before the last
  let paper = 0; // how many are to be printed

  function measureTops() {
    tops = new Array(order.length + 1);
    tops[0] = 0;
    order.forEach((at, place) => { tops[place + 1] = tops[place] + (heights[at] ??= guess(sentences[at])); });
  }

  function space() {
    before.style.height = `${tops[first]}px`;
    after.style.height = `${tops[order.length] - tops[last]}px`;
  }

  /** The place of the sentence at a height. */
  function placeAt(height) {
    let low = 0, high = order.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (tops[middle + 1] <= height) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function render() {
    const top = -list.getBoundingClientRect().top;
    first = paper ? 0 : placeAt(top - NEAR);
    last = paper || Math.min(order.length, placeAt(top + innerHeight + NEAR) + 1);
    first = Math.min(first, last);
    const wanted = new Set(order.slice(first, last));
    for (const [at, card] of articles) {
      if (wanted.has(at)) continue;
      resized.unobserve(card);
      card.remove();
      articles.delete(at);
    }
    let next = before.nextSibling;
    for (const at of wanted) {
      let card = articles.get(at);
      if (card && card === next) next = next.nextSibling;
      else {
        if (!card) {
          card = article(at);
          articles.set(at, card);
          resized.observe(card);
        }
        list.insertBefore(card, next);
      }
    }
    space();
  }

  const resized = new ResizeObserver((entries) => {
    let isOther = false;
    for (const { target } of entries) {
      const at = placeOf.get(target), height = target.offsetHeight + 13; // with its margin
      if (!target.isConnected || Math.abs((heights[at] ?? 0) - height) < 1) continue;
      heights[at] = height;
      isOther = true;
    }
    if (!isOther) return;
    measureTops();
    space();
    soon();
  });
  let waits = 0;
  const soon = () => { waits ||= requestAnimationFrame(() => { waits = 0; render(); }); };
  addEventListener("scroll", soon, { passive: true });
  let width = list.clientWidth;
  addEventListener("resize", () => {
    if (list.clientWidth !== width) heights = [];
    width = list.clientWidth;
    measureTops();
    soon();
  });

  /** Draw everything again, after a change of what is shown. */
  function update() {
    for (const card of articles.values()) { resized.unobserve(card); card.remove(); }
    articles.clear();
    heights = [];
    order = search();
    measureTops();
    render();
    const figure = (n) => n.toLocaleString("en");
    one("#count").textContent = order.length
      ? `${figure(order.length)} of ${figure(sentences.length)} sentences`
      : "No sentence is like that; clear a filter to see more.";
    const active = CHOICES.filter((id) => id !== "measure" && id !== "other").filter((id) => controls[id].value !== "").length + Number(controls.disagree.checked);
    one("#filters").textContent = active ? `Search and filters (${active})` : "Search and filters";
  }

  function clear() {
    for (const id of CHOICES) if (id !== "measure") controls[id].value = "";
    controls.disagree.checked = false;
    adapt();
    update();
  }

  // --- choices in the address: #measure=M2&type=R:NOUN:NUM ---

  const namesOf = { measure: data.measures.map(({ name }) => name), system: systems, other: systems, type: types, verdict: verdicts };

  /** Write what is chosen into the address, so that it can be shared. */
  function remember() {
    const chosen = new URLSearchParams();
    for (const id of CHOICES) {
      const { value } = controls[id];
      if (value !== "" && !(id === "measure" && value === "0")) chosen.set(id, namesOf[id]?.[value] ?? value);
    }
    if (controls.disagree.checked) chosen.set("disagree", "1");
    if (chosen.size || isChoice(new URLSearchParams(location.hash.slice(1)))) history.replaceState(null, "", `#${chosen}`);
  }
  const isChoice = (given) => [...CHOICES, "disagree"].some((id) => given.has(id));

  /** Choose what an address says. */
  function choose(given) {
    CHOICES.forEach((id, place) => {
      const name = given.get(id), names = namesOf[id]?.map(wellFormed);
      const value = name === null ? "" : names ? names.indexOf(name) : name;
      controls[id].value = value === -1 || value === "" ? (id === "measure" ? 0 : "") : value;
      if (controls[id].selectedIndex < 0) controls[id].selectedIndex = 0; // what is not offered here
      if (place < 3) adapt();
    });
    controls.disagree.checked = given.has("disagree");
    update();
  }

  // --- from sentence to sentence ---

  function show(place, block) {
    current = order[place];
    if (!articles.has(current)) {
      scrollTo(0, scrollY + list.getBoundingClientRect().top + tops[place] - 80);
      render();
    }
    articles.get(current).focus({ preventScroll: true });
    let frames = 0, still = 0, before = NaN;
    const aim = () => { // again, until its neighbours are drawn and move it no more
      const card = articles.get(order[place]);
      if (!card || document.activeElement !== card) return;
      card.scrollIntoView({ block });
      const { top } = card.getBoundingClientRect();
      still = Math.abs(top - before) < 1 ? still + 1 : 0;
      before = top;
      if (++frames < 90 && still < 8) requestAnimationFrame(aim);
    };
    aim();
  }

  function step(by) {
    const now = order.indexOf(placeOf.get(document.activeElement.closest?.("article")) ?? current);
    const next = now < 0 ? 0 : now + by;
    if (order[next] !== undefined) show(next, "nearest");
  }

  /** Go to the sentence that the address names (#s=12), or to those that it chooses. */
  function follow() {
    const given = new URLSearchParams(location.hash.slice(1)), id = given.get("s");
    if (isChoice(given)) choose(given);
    const at = id === null ? -1 : sentences.findIndex((s) => wellFormed(s.id) === id);
    if (at < 0) {
      const section = list.closest("section");
      if (isChoice(given) || location.hash === `#${section.id}`) section.scrollIntoView(); // now that it is long enough
      return;
    }
    if (!order.includes(at)) clear();
    show(order.indexOf(at), "start");
  }

  let waiting = 0, remembering = 0;
  one("#controls").addEventListener("input", (event) => {
    if (event.target.matches(".ticks input:not(#disagree)")) return;
    if (event.target.matches("#measure, #system, #other")) adapt();
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(update);
    clearTimeout(remembering);
    remembering = setTimeout(remember, 200);
  });
  one("#show-types").addEventListener("change", (event) => list.classList.toggle("with-types", event.target.checked));
  one("#clear").addEventListener("click", () => { clear(); remember(); });
  one("#filters").addEventListener("click", ({ currentTarget }) => {
    const isOpen = one("#controls").classList.toggle("open");
    currentTarget.setAttribute("aria-expanded", isOpen);
    if (isOpen) controls.find.focus();
  });
  addEventListener("hashchange", follow);
  addEventListener("click", ({ target }) => { // a link to where one is already
    const link = target.closest?.("a[href^='#']");
    if (link && link.hash === location.hash) follow();
  });
  addEventListener("beforeprint", () => { paper = Math.min(ON_PAPER, order.length); render(); });
  addEventListener("afterprint", () => { paper = 0; render(); });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target === controls.find) {
      event.preventDefault(); // keep what was typed
      controls.find.blur();
    }
    const typing = event.target.closest?.("input:not([type=checkbox], [type=radio]), select, textarea, [popover]");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !one("#keys").checked) return;
    const find = () => {
      if (!one("#controls").checkVisibility()) one("#filters").click();
      controls.find.focus();
    };
    const action = { "/": find, j: () => step(1), k: () => step(-1) }[event.key];
    if (action) { event.preventDefault(); action(); }
  });

  one("#controls").hidden = one("#filters").hidden = false;
  prepare();
  update();
  follow();
  list.setAttribute("aria-busy", "false");
  performance.mark("ready");
}

if (one("#list")) {
  if (typeof DecompressionStream === "undefined") one("#too-old").hidden = false;
  else unpacked(one("#packed-sentences")).then(browse);
}
