function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

// --- which figure of a type ---------------------------------------------------------------------------

one("[data-chooser=shown]")?.addEventListener("change", (event) => {
  for (const cell of all(".types td[data-score]")) cell.textContent = cell.dataset[event.target.value];
  for (const head of all(".types [aria-sort]")) head.setAttribute("aria-sort", "none"); // no longer true
});

// --- texts and their edits ------------------------------------------------------------------------------

const SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/; // Python's
const SIGNS = ["✓", "✗", "○"];
const tokensOf = (text) => text.split(SPACE).filter(Boolean);

/** One edit: what stood there, what stands or should stand there instead, and how it was judged. */
function edited(was, becomes, verdict, sign = "", type = "") {
  const mark = make("span", `mark ${verdict}`);
  if (sign) {
    const symbol = make("span", "sign", sign);
    symbol.setAttribute("aria-hidden", "true");
    mark.append(symbol, make("span", "hidden", `${verdict}: `));
  }
  if (was) mark.append(make(verdict === "missed" ? "span" : "del", "was", was));
  if (was && becomes) mark.append(make("span", "hidden", " to "), " ");
  if (becomes) mark.append(make("ins", "", becomes));
  if (verdict === "missed" && !becomes) mark.append(" ", make("ins", "", "∅"));
  if (was && !becomes) mark.append(make("span", "hidden", " deleted"));
  if (type) mark.append(make("small", "type", ` ${type}`));
  return mark;
}

/** The source with its judged edits; one that overlaps an earlier one repeats its extent. */
function judged(source, marks, types, verdicts) {
  const tokens = tokensOf(source);
  const out = document.createDocumentFragment();
  let at = 0;
  const ordered = [...marks].sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[4] - b[4]);
  for (const [start, end, replacement, type, verdict] of ordered) {
    if (start > at) out.append(`${tokens.slice(at, start).join(" ")} `);
    const was = tokens.slice(start, end).join(" ");
    out.append(edited(was, replacement || "", verdicts[verdict], SIGNS[verdict], types[type]), " ");
    at = Math.max(at, end);
  }
  out.append(tokens.slice(at).join(" "));
  return out;
}

/** The edits of a shortest edit script between two texts, unjudged. */
function compared(source, text) {
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
  if (front) out.append(`${a.slice(0, front).join(" ")} `);
  let was = [], becomes = [];
  const flush = () => {
    if (was.length || becomes.length) out.append(edited(was.join(" "), becomes.join(" "), "plain"), " ");
    was = [];
    becomes = [];
  };
  let i = front, j = front;
  while (i < m || j < n) {
    if (small && i < m && j < n && a[i] === b[j]) { flush(); out.append(`${a[i++]} `); j++; }
    else if (i < m && (!small || j >= n || common[i + 1][j] >= common[i][j + 1])) was.push(a[i++]);
    else becomes.push(b[j++]);
  }
  flush();
  out.append(a.slice(m).join(" "));
  return out;
}

// --- the sentence browser -------------------------------------------------------------------------------

if (one("#at-browser")) {
  const PAGE = 20;
  const data = JSON.parse(one("#data").textContent);
  const { sentences, systems, edit_types: types, verdicts } = data;
  const controls = Object.fromEntries(
    ["find", "measure", "system", "changed", "verdict", "type", "order", "disagree"].map((id) => [id, one(`#${id}`)]));
  const list = one("#list");
  let found = [], from = 0;

  const anchor = ({ id }) => `s${id.replace(/[^A-Za-z0-9._-]/g, (c) => `_${c.charCodeAt(0).toString(16)}`)}`;
  const textOf = (sentence, output) => output[0] === 0 ? sentence.source : output[0];
  const marksOf = (output, measure) => output[2][measure] ? output[2][measure][1] : [];
  const scoresOf = (outputs, measure) => outputs.map((o) => o[1][measure]).filter((v) => v !== null);
  const shown = () => controls.system.value === "" ? systems.map((_, k) => k) : [Number(controls.system.value)];
  const outputsOf = (sentence) => shown().map((k) => sentence.systems[k]).filter(Boolean);

  const haystacks = sentences.map((s) => {
    const texts = [s.id, s.source, ...s.references.map((r) => r[1]), ...s.systems.map((o) => o && o[0])];
    return texts.filter(Boolean).join("\n").toLowerCase();
  });
  const disagree = sentences.map((s) => new Set(s.systems.filter(Boolean).map((o) => o[0])).size > 1);

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

  function update() {
    const measure = Number(controls.measure.value);
    const text = controls.find.value.trim().toLowerCase();
    const { changed: { value: changed }, verdict: { value: verdict }, type: { value: type }, order: { value: order } } = controls;
    found = [];
    sentences.forEach((sentence, at) => {
      if (text && !haystacks[at].includes(text)) return;
      if (controls.disagree?.checked && !disagree[at]) return;
      const outputs = outputsOf(sentence);
      if (!outputs.length && controls.system.value) return; // the system has nothing here
      if (changed && outputs.some((o) => o[0] !== 0) !== (changed === "1")) return;
      const fits = (mark) => (!verdict || mark[4] === Number(verdict)) && (!type || mark[3] === Number(type));
      if ((verdict || type) && !outputs.some((o) => marksOf(o, measure).some(fits))) return;
      const scores = scoresOf(outputs, measure);
      const mean = scores.reduce((a, b) => a + b, 0) / scores.length;
      const spread = Math.max(...scores) - Math.min(...scores);
      found.push({ at, key: !scores.length ? Infinity : { low: mean, high: -mean, spread: -spread }[order] });
    });
    if (order) found.sort((a, b) => a.key - b.key || a.at - b.at);
    from = 0;
    draw();
  }

  function line(label, score, content, className) {
    const term = make("dt", className, make("bdi", "", label));
    if (score) term.append(" ", make("span", "score", score));
    const text = make("dd", className, content);
    text.dir = "auto";
    return [term, text];
  }

  function card(sentence) {
    const measure = Number(controls.measure.value);
    const article = make("article");
    article.id = anchor(sentence);
    article.tabIndex = 0;
    const link = make("a", "", `Sentence ${sentence.id}`);
    link.href = `#${anchor(sentence)}`;
    const heading = make("h3", "", link);
    heading.id = `at-h-${anchor(sentence)}`;
    article.setAttribute("aria-labelledby", heading.id);
    const lines = make("dl", "", ...line("Source", "", sentence.source, "source"));
    for (const k of shown()) {
      const output = sentence.systems[k];
      if (!output) continue;
      const score = output[1][measure], edits = output[2][measure];
      const text = textOf(sentence, output);
      let content;
      if (edits && edits[1].length) content = judged(sentence.source, edits[1], types, verdicts);
      else content = output[0] === 0 ? make("span", "same", "unchanged") : compared(sentence.source, text);
      const row = line(systems[k], score === null ? "" : score.toFixed(4), content, "output");
      if (edits && sentence.references.length > 1) row[1].append(make("small", "by", ` ref. ${edits[0]}`));
      lines.append(...row);
    }
    for (const [by, text] of sentence.references) {
      const content = text === 0 ? make("span", "same", "as the source") : compared(sentence.source, text);
      lines.append(...line(`Reference ${by}`, "", content, "reference"));
    }
    article.append(heading, lines);
    return article;
  }

  function draw() {
    const to = Math.min(from + PAGE, found.length);
    list.replaceChildren(...found.slice(from, to).map(({ at }) => card(sentences[at])));
    const figure = (n) => n.toLocaleString("en");
    one("#count").textContent = found.length
      ? `${figure(found.length)} of ${figure(sentences.length)} sentences; showing ${figure(from + 1)} to ${figure(to)}`
      : "No sentence is like that; clear a filter to see more.";
    for (const button of all("[data-turn]")) {
      button.disabled = button.dataset.turn < 0 ? from === 0 : to >= found.length;
    }
  }

  function turn(pages) {
    const next = from + pages * PAGE;
    if (next < 0 || next >= found.length) return false;
    from = next;
    draw();
    return true;
  }

  /** Focus the sentence so many further on, turning the page where it ends. */
  function step(by) {
    const cards = all("article", list);
    const now = cards.indexOf(document.activeElement.closest?.("article"));
    let next = now < 0 ? 0 : now + by;
    if (next >= cards.length) { if (!turn(1)) return; next = 0; }
    if (next < 0) { if (!turn(-1)) return; next = PAGE - 1; }
    show(all("article", list)[next]);
  }

  function show(article) {
    article?.focus({ preventScroll: true });
    article?.scrollIntoView({ block: "nearest" });
  }

  function clear() {
    for (const id of ["find", "system", "changed", "verdict", "type", "order"]) controls[id].value = "";
    if (controls.disagree) controls.disagree.checked = false;
    update();
  }

  /** Go to the sentence that the address names (#s12). */
  function follow() {
    const wanted = location.hash.slice(1);
    const at = sentences.findIndex((s) => anchor(s) === wanted);
    if (at < 0) return;
    if (!found.some((f) => f.at === at)) clear();
    const place = found.findIndex((f) => f.at === at);
    from = place - (place % PAGE);
    draw();
    const article = document.getElementById(wanted);
    article.focus({ preventScroll: true });
    article.scrollIntoView({ block: "start" });
  }

  let waiting = 0;
  one("#controls").addEventListener("input", (event) => {
    if (event.target === controls.measure) listTypes();
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(update);
  });
  one("#show-types").addEventListener("change", (event) => list.classList.toggle("with-types", event.target.checked));
  one("#clear").addEventListener("click", clear);
  for (const button of all("[data-turn]")) {
    button.addEventListener("click", () => {
      if (turn(Number(button.dataset.turn)) && !button.closest(".pager").contains(one("#count"))) show(one("article", list));
    });
  }
  addEventListener("hashchange", follow);
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target === controls.find) {
      event.preventDefault(); // keep what was typed
      controls.find.blur();
    }
    const typing = event.target.closest?.("input:not([type=checkbox], [type=radio]), select, textarea");
    if (typing || event.ctrlKey || event.metaKey || event.altKey || !one("#keys").checked) return;
    const actions = {
      "/": () => controls.find.focus(),
      j: () => step(1),
      k: () => step(-1),
      n: () => turn(1) && show(one("article", list)),
      p: () => turn(-1) && show(one("article", list)),
    };
    const action = actions[event.key];
    if (action) { event.preventDefault(); action(); }
  });

  one("#controls").hidden = false;
  listTypes();
  update();
  follow();
}
