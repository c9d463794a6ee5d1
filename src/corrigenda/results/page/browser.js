// --- the sentence browser -------------------------------------------------------------------------------
// Each sentence that is found has its place in the list from the start, as an empty article about as
// high as it will be; it is filled when it comes near the window, and emptied when it is far again.

const AT_ONCE = 2000; // articles that are put into the list before one scrolls to its end
const NEAR = "1200px 0px";
const ON_PAPER = 50; // sentences that are printed

/** The data block: base64 of deflated JSON. */
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}

function browse(data) {
  const { sentences, systems, edit_types: types, verdicts } = data;
  const controls = Object.fromEntries(
    ["find", "measure", "system", "changed", "verdict", "type", "alarm", "order", "disagree"].map((id) => [id, one(`#${id}`)]));
  const list = one("#list"), end = one("#end");
  const articles = new Array(sentences.length); // made when first found
  const placeOf = new Map(); // article -> number of its sentence
  const drawn = new Set(); // whose graphs are open: sentence and system
  const comparing = data.measures.flatMap(({ graphs }, measure) => graphs ? [measure] : []);
  let found = [], listed = 0;

  const addressOf = ({ id }) => `s=${encodeURIComponent(id.toWellFormed?.() ?? id)}`;
  const textOf = (sentence, output) => output[0] === 0 ? sentence.source : output[0];
  const marksOf = (output, measure) => output[2][measure] ? output[2][measure][1] : [];
  const scoresOf = (outputs, measure) => outputs.map((o) => o[1][measure]).filter((v) => v !== null);
  const shown = () => controls.system.value === "" ? systems.map((_, k) => k) : [Number(controls.system.value)];
  const outputsOf = (sentence) => shown().map((k) => sentence.systems[k]).filter(Boolean);

  let haystacks = null;
  const contains = (at, text) => {
    haystacks ??= sentences.map((s) => {
      const texts = [s.id, s.source, ...s.references.map((r) => r[1]), ...s.systems.map((o) => o && o[0])];
      return texts.filter(Boolean).join("\n").toLowerCase();
    });
    return haystacks[at].includes(text);
  };
  const disagree = sentences.map((s) => new Set(s.systems.filter(Boolean).map((o) => o[0])).size > 1);

  const alarmsOf = (sentence, system) => sentence.alarms?.[system] || [];

  // --- which sentences, in which order ---

  function listAlarms() {
    const kinds = new Set(sentences.flatMap((s) => (s.alarms || []).flat().map(([kind]) => kind)));
    for (const kind of [...kinds].sort()) controls.alarm.append(new Option(kind, kind));
    controls.alarm.parentElement.hidden = !kinds.size;
  }

  function listTypes() {
    const measure = Number(controls.measure.value), there = new Set();
    for (const s of sentences) for (const o of s.systems) if (o) for (const mark of marksOf(o, measure)) there.add(mark[3]);
    const names = [...there].filter((t) => types[t]).sort((a, b) => types[a].localeCompare(types[b]));
    const chosen = controls.type.value;
    const any = new Option("any", "");
    controls.type.replaceChildren(any, ...names.map((t) => new Option(types[t], t, false, String(t) === chosen)));
    controls.type.disabled = !names.length;
    controls.verdict.disabled = !there.size;
    if (!there.size) controls.verdict.value = "";
  }

  function search() {
    const measure = Number(controls.measure.value);
    const text = controls.find.value.trim().toLowerCase();
    const { changed: { value: changed }, verdict: { value: verdict }, type: { value: type }, alarm: { value: alarm }, order: { value: order } } = controls;
    const kept = [];
    sentences.forEach((sentence, at) => {
      if (text && !contains(at, text)) return;
      if (controls.disagree?.checked && !disagree[at]) return;
      const outputs = outputsOf(sentence);
      if (!outputs.length && controls.system.value) return; // the system has nothing here
      if (changed && outputs.some((o) => o[0] !== 0) !== (changed === "1")) return;
      const fits = (mark) => (!verdict || mark[4] === Number(verdict)) && (!type || mark[3] === Number(type));
      if ((verdict || type) && !outputs.some((o) => marksOf(o, measure).some(fits))) return;
      const rings = ([kind]) => alarm === "any" || kind === alarm;
      if (alarm && !shown().some((system) => alarmsOf(sentence, system).some(rings))) return;
      const scores = scoresOf(outputs, measure);
      const mean = scores.reduce((a, b) => a + b, 0) / scores.length;
      const spread = Math.max(...scores) - Math.min(...scores);
      kept.push({ at, key: !scores.length ? Infinity : { low: mean, high: -mean, spread: -spread }[order] });
    });
    if (order) kept.sort((a, b) => a.key - b.key || a.at - b.at);
    return kept.map(({ at }) => at);
  }

  // --- articles ---

  /** About how high an article will be, before it is drawn. */
  function guess({ source, references }) {
    const letters = Math.max(20, (list.clientWidth - 300) / 8);
    const lines = Math.ceil((source.length + 1) / letters);
    return 60 + (1 + shown().length + references.length) * (9 + 27 * lines);
  }

  function article(at) {
    if (articles[at]) return articles[at];
    const sentence = sentences[at], address = addressOf(sentence);
    const link = make("a", "", `Sentence ${sentence.id}`);
    link.href = `#${address}`;
    const made = make("article", "bare", make("h3", "", link));
    made.id = address;
    made.tabIndex = -1;
    made.style.minHeight = `${guess(sentence)}px`;
    placeOf.set(made, at);
    return articles[at] = made;
  }

  function line(label, score, content, className) {
    const term = make("dt", className, make("bdi", "", label));
    if (score) term.append(" ", make("span", "score", score));
    const text = make("dd", className, content);
    text.dir = "auto";
    return [term, text];
  }

  /** A text in parts, of which every second one is a token that a measure objects to. */
  function objected(parts) {
    return make("div", "objections", "looks wrong: ", ...parts.map((part, k) => k % 2 ? make("mark", "objection", part) : part));
  }

  /** The button that opens the graphs of a system's correction, below its line. */
  function disclosure(at, system, line) {
    const sentence = sentences[at], output = sentence.systems[system], key = `${at} ${system}`;
    const chosen = Number(controls.measure.value);
    const measure = comparing.includes(chosen) ? chosen : comparing[0];
    const matched = sentence.matched?.[measure]?.[output[3]];
    if (!matched) return;
    const button = make("button", "graphs", "Graphs");
    let panel = null;
    const turn = (isOpen) => {
      button.setAttribute("aria-expanded", isOpen);
      if (isOpen) {
        drawn.add(key);
        panel = graphPanel(systems[system], data.measures[measure].name, [sentence.source, textOf(sentence, output)],
          [sentence.graphs[0], sentence.graphs[output[3]]], matched);
        line.after(panel);
      } else {
        drawn.delete(key);
        panel?.remove();
      }
    };
    button.type = "button";
    button.addEventListener("click", () => turn(!drawn.has(key)));
    line.append(" ", button);
    return () => turn(drawn.has(key)); // once the line is where it belongs
  }

  function fill(card) {
    if (!card.classList.contains("bare")) return;
    const at = placeOf.get(card), sentence = sentences[at], measure = Number(controls.measure.value);
    const lines = make("dl", "", ...line("Source", "", sentence.source, "source"));
    for (const system of shown()) {
      const output = sentence.systems[system];
      if (!output) continue;
      const score = output[1][measure], edits = output[2][measure];
      const about = { data, sentence, system, measure };
      let content;
      if (edits && edits[1].length) content = judged(sentence.source, edits[1], types, verdicts, about);
      else content = output[0] === 0 ? make("span", "same", "unchanged") : compared(sentence.source, textOf(sentence, output));
      const row = line(systems[system], score === null ? "" : score.toFixed(4), content, "output");
      if (edits && sentence.references.length > 1) row[1].append(make("small", "by", ` ref. ${edits[0]}`));
      for (const [kind, words] of alarmsOf(sentence, system)) row[1].append(" ", make("span", "alarm", `${kind}: ${words}`));
      const parts = sentence.objections?.[system] || [];
      if (parts.length) row[1].append(objected(parts));
      const show = disclosure(at, system, row[1]);
      lines.append(...row);
      show?.();
    }
    for (const [by, text] of sentence.references) {
      const content = text === 0 ? make("span", "same", "as the source") : compared(sentence.source, text);
      lines.append(...line(`Reference ${by}`, "", content, "reference"));
    }
    card.append(lines);
    card.classList.remove("bare");
    card.style.minHeight = "";
  }

  function empty(card, height = card.offsetHeight) {
    if (card.classList.contains("bare")) return;
    card.style.minHeight = `${height}px`;
    card.classList.add("bare");
    one("dl", card).remove();
  }

  const nearby = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      if (isIntersecting) fill(target);
      else if (!target.contains(document.activeElement)) empty(target, boundingClientRect.height);
    }
  }, { rootMargin: NEAR });
  new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && extend(), { rootMargin: NEAR }).observe(end);

  /** Put more of what was found into the list, at least `upTo`. */
  function extend(upTo = 0) {
    const next = found.slice(listed, Math.max(listed + AT_ONCE, upTo)).map(article);
    list.append(...next);
    for (const card of next) nearby.observe(card);
    listed += next.length;
  }

  function update() {
    nearby.disconnect();
    for (const at of found.slice(0, listed)) empty(articles[at], guess(sentences[at]));
    found = search();
    listed = 0;
    list.replaceChildren();
    extend();
    const figure = (n) => n.toLocaleString("en");
    one("#count").textContent = found.length
      ? `${figure(found.length)} of ${figure(sentences.length)} sentences`
      : "No sentence is like that; clear a filter to see more.";
  }

  function clear() {
    for (const id of ["find", "system", "changed", "verdict", "type", "alarm", "order"]) controls[id].value = "";
    if (controls.disagree) controls.disagree.checked = false;
    update();
  }

  // --- from sentence to sentence ---

  function show(place, block) {
    if (place >= listed) extend(place + 1);
    const card = articles[found[place]];
    fill(card);
    card.focus({ preventScroll: true });
    let frames = 0;
    const aim = () => { // again, while its neighbours are drawn and move it
      card.scrollIntoView({ block });
      if (++frames < 8 && document.activeElement === card) requestAnimationFrame(aim);
    };
    aim();
  }

  function step(by) {
    const now = found.indexOf(placeOf.get(document.activeElement.closest?.("article")));
    const next = now < 0 ? 0 : now + by;
    if (found[next] !== undefined) show(next, "nearest");
  }

  /** Go to the sentence that the address names (#s=12). */
  function follow() {
    const at = sentences.findIndex((s) => `#${addressOf(s)}` === location.hash);
    if (at < 0) return;
    if (!found.includes(at)) clear();
    show(found.indexOf(at), "start");
  }

  let waiting = 0;
  one("#controls").addEventListener("input", (event) => {
    if (event.target.matches(".ticks input:not(#disagree)")) return;
    if (event.target === controls.measure) listTypes();
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(update);
  });
  one("#show-types").addEventListener("change", (event) => list.classList.toggle("with-types", event.target.checked));
  one("#clear").addEventListener("click", clear);
  addEventListener("hashchange", follow);
  addEventListener("beforeprint", () => { for (const at of found.slice(0, ON_PAPER)) fill(articles[at]); });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target === controls.find) {
      event.preventDefault(); // keep what was typed
      controls.find.blur();
    }
    const typing = event.target.closest?.("input:not([type=checkbox], [type=radio]), select, textarea, [popover]");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !one("#keys").checked) return;
    const action = { "/": () => controls.find.focus(), j: () => step(1), k: () => step(-1) }[event.key];
    if (action) { event.preventDefault(); action(); }
  });

  one("#controls").hidden = false;
  listTypes();
  listAlarms();
  update();
  follow();
  list.setAttribute("aria-busy", "false");
  performance.mark("ready");
}

if (one("#list")) {
  if (typeof DecompressionStream === "undefined") one("#too-old").hidden = false;
  else unpacked(one("#data").textContent).then(browse);
}
