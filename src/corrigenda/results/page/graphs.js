// --- graphs: where their parts stand --------------------------------------------------------------------
// A port of meaning/drawing/layout.py, which says why; it is packed as report/page/graphs.py says.

const FONT = 14, SMALL = 11; // the size of words and of labels
const LEVEL = 50, ROW = 25; // the height of a level; how far from a unit the labels of its edges are
const NARROWEST = 30; // column
const WIDE = /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]/gu;

function widthOf(text, size) {
  const wide = text.match(WIDE)?.length ?? 0;
  return size * (0.62 * ([...text].length - wide) + 1.05 * wide);
}

/** A packed graph as units (each after its parent; the root is the first), words and remote edges. */
function unfolded([tokens, items, remote], text) {
  const bare = (parent, label) => ({ parent, label, children: [], leaves: [], tokens: [], implicit: false, concept: "" });
  const units = [bare(-1, "")];
  let open = 0, word = 0;
  for (const item of items) {
    if (item === null) open = units[open].parent;
    else if (item === true) units[open].implicit = true;
    else if (typeof item === "string") {
      units[open].children.push(units.length);
      units.push(bare(open, item));
      open = units.length - 1;
    } else if (item.length === 1) [units[open].concept] = item;
    else {
      const [skipped, label] = item.length ? item : [item, ""];
      word += skipped;
      units[open].leaves.push([word, label]);
      units[open].tokens.push(word++);
    }
  }
  for (let u = units.length - 1; u > 0; u--) units[units[u].parent].tokens.push(...units[u].tokens);
  for (const unit of units) unit.tokens = [...new Set(unit.tokens)].sort((a, b) => a - b);
  return { units, remote, words: tokens || tokensOf(text) };
}

/** The longest run without a gap, the first of them. */
function largestRun(columns) {
  let best = [], run = [];
  for (const column of columns) {
    run = run.length && column === run.at(-1) + 1 ? [...run, column] : [column];
    if (run.length > best.length) best = run;
  }
  return best;
}

/** Columns from left to right: words, and, after their left siblings, units that have none. */
function columnsOf({ units, words }) {
  const behind = units.map(() => -0.5);
  const columns = words.map((_, word) => [word, -1]);
  units.forEach((unit, u) => {
    let at = unit.tokens.length ? unit.tokens[0] - 0.5 : behind[u];
    for (const child of unit.children) {
      behind[child] = at;
      if (units[child].tokens.length) at = units[child].tokens.at(-1) + 0.5;
    }
    if (!unit.tokens.length && !unit.children.length) columns.push([behind[u], u]);
  });
  return columns.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/** Places near those wanted that keep their order, and keep things of these sizes apart. */
function spread(wanted, sizes) {
  const offsets = [0];
  for (let n = 1; n < sizes.length; n++) offsets.push(offsets[n - 1] + (sizes[n - 1] + sizes[n]) / 2);
  const blocks = [];
  wanted.forEach((want, n) => {
    let place = want - offsets[n], count = 1;
    while (blocks.length && blocks.at(-1)[0] > place) {
      const [other, many] = blocks.pop();
      place = (place * count + other * many) / (count + many);
      count += many;
    }
    blocks.push([place, count]);
  });
  return blocks.flatMap(([place, count]) => Array(count).fill(place)).map((place, n) => place + offsets[n]);
}

/** The middle of each word and unit, levels of units from the top, and the size of the whole. */
function laidOut(graph) {
  const { units, words } = graph;
  const columns = columnsOf(graph);
  const covered = units.map(() => []);
  columns.forEach(([word, u], column) => {
    if (u >= 0) covered[u].push(column);
    else units.forEach((unit, v) => { if (unit.leaves.some(([leaf]) => leaf === word)) covered[v].push(column); });
  });
  for (let u = units.length - 1; u > 0; u--) covered[units[u].parent].push(...covered[u]);
  covered.forEach((own, u) => { covered[u] = [...new Set(own)].sort((a, b) => a - b); });

  const widths = columns.map(([word, u]) => Math.max(NARROWEST, u < 0 ? widthOf(words[word], FONT) + 14 : 0));
  units.forEach((unit, u) => {
    const needed = Math.max(widthOf(unit.concept, SMALL) + 24, u ? widthOf(unit.label, SMALL) + 12 : 0);
    const run = largestRun(covered[u]);
    const missing = needed - run.reduce((sum, column) => sum + widths[column], 0);
    if (missing > 0) for (const column of run) widths[column] += missing / run.length;
  });
  let edge = 8;
  const centres = widths.map((width) => (edge += width) - width / 2);

  const levels = units.map(() => 0), done = [];
  const span = (u) => covered[u].length ? covered[u].at(-1) - covered[u][0] : -1;
  for (const u of units.map((_, v) => v).sort((a, b) => span(a) - span(b) || b - a)) {
    const own = new Set(covered[u]), below = units[u].children;
    const isInGap = (column) => column > covered[u][0] && column < covered[u].at(-1) && !own.has(column);
    const gapped = own.size && span(u) >= own.size;
    const beneath = gapped ? done.filter((other) => covered[other].every(isInGap)) : [];
    levels[u] = Math.max(-1, ...[...below, ...beneath].map((other) => levels[other])) + 1;
    done.push(u);
  }
  const top = Math.max(...levels);
  const xs = covered.map((own) => { const run = largestRun(own); return run.length ? (centres[run[0]] + centres[run.at(-1)]) / 2 : 0; });
  for (let level = 0; level <= top; level++) {
    const row = units.map((_, u) => u).filter((u) => levels[u] === level).sort((a, b) => xs[a] - xs[b] || a - b);
    const sizes = row.map((u) => Math.max(NARROWEST, widthOf(units[u].concept, SMALL) + 20));
    spread(row.map((u) => xs[u]), sizes).forEach((x, n) => { xs[row[n]] = x; });
  }
  const shift = Math.max(0, NARROWEST - Math.min(...xs, ...centres));
  const at = new Map(columns.map(([word, u], column) => [u < 0 ? word : -u - 1, centres[column]]));
  const [last, u] = columns.at(-1) ?? [0, 0];
  const half = widthOf(u < 0 ? words[last] : units[u].concept, FONT) / 2 + 8;
  return {
    words: words.map((_, word) => at.get(word) + shift),
    units: xs.map((x) => x + shift),
    depths: levels.map((level) => top - level),
    levels: top + 1,
    width: Math.max(...[...xs, ...centres].map((x) => x + NARROWEST), centres.at(-1) + half) + shift + 10,
  };
}

// --- graphs: how they are drawn --------------------------------------------------------------------------

const SVG = "http://www.w3.org/2000/svg";
const KINDS = ["uncounted", "alone", "half", "half", "kept"]; // by verdict
const SAID = ["does not count", "no counterpart", "a counterpart in one direction only", "a counterpart in one direction only", "a counterpart"];
const PLACES = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18]; // of a label along its curve, the best first
const RADIUS = 4.5, MARGIN_Y = 16, BETWEEN = 84, CLEAR = 13; // CLEAR: from the middle of a word to where lines end

function shape(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, typeof value === "number" ? Math.round(value * 10) / 10 : value);
  }
  element.append(...children);
  return element;
}

const path = (className, ...parts) =>
  shape("path", { class: className, d: parts.map((part) => typeof part === "number" ? Math.round(part * 10) / 10 : part).join(" ") });

const written = (className, x, y, text) => shape("text", { class: className, x, y }, text);

/** The words of a unit; dots stand for a gap. */
const textOfUnit = ({ tokens }, words) =>
  tokens.map((token, n) => (n && token > tokens[n - 1] + 1 ? "… " : "") + words[token]).join(" ");

/** A curve to where a remote edge leads, with an arrow head, and its label clear of all that is `taken`. */
function remoteEdge(label, from, to, concept, taken, y) {
  const side = from[0] > to[0] ? 1 : -1;
  const [half, tall] = concept ? [widthOf(concept, SMALL) / 4, 10] : [4, 4];
  const end = [to[0] + side * (half + 5), to[1] - tall - 5];
  const far = Math.max(18, Math.abs(from[0] - to[0]) / 3);
  const one = [from[0] - side * 12, from[1] + (from[1] < to[1] ? LEVEL / 3 : -LEVEL / 2)];
  const two = [end[0] + side * far, end[1] - 16];
  const point = (t) => [0, 1].map((n) =>
    (1 - t) ** 3 * from[n] + 3 * (1 - t) ** 2 * t * one[n] + 3 * (1 - t) * t * t * two[n] + t ** 3 * end[n]);
  const size = [widthOf(label, SMALL) / 2 + 3, SMALL / 2 + 3];
  const overlap = ([x, d]) => taken.reduce((sum, [a, b, w, h]) =>
    sum + Math.max(0, w + size[0] - Math.abs(a - x)) * Math.max(0, h + size[1] - Math.abs(b - d)), 0);
  const places = PLACES.map(point), crowds = places.map(overlap);
  const [x, d] = places[crowds.indexOf(Math.min(...crowds))];
  taken.push([x, d, ...size]);
  const length = Math.hypot(end[0] - two[0], end[1] - two[1]);
  const dx = (end[0] - two[0]) / length, dd = (end[1] - two[1]) / length;
  const corners = [[6 * dx, 6 * dd], [-4 * dd, 4 * dx], [4 * dd, -4 * dx]]
    .map(([a, b]) => `${(end[0] + a).toFixed(1)},${y(end[1] + b).toFixed(1)}`);
  return [
    path("line", "M", from[0], y(from[1]), "C", one[0], y(one[1]), two[0], y(two[1]), end[0], y(end[1])),
    shape("polygon", { points: corners.join(" ") }),
    written("label", x, y(d), label),
  ];
}

/** One graph: `y` is where on the page something is that is so far below the root. */
function half(graph, where, verdicts, y) {
  const { units, remote, words } = graph;
  const bottom = LEVEL * where.levels;
  const down = (u) => LEVEL * where.depths[u];
  const drop = (from, x, end, label) => [
    path("line", "M", where.units[from], y(down(from)), "L", x, y(down(from) + ROW - 7), "V", y(end)),
    ...(label ? [written("label", x, y(down(from) + ROW), label)] : []),
  ];
  const leaves = units.flatMap(({ leaves: own }, u) =>
    own.map(([word, label]) => shape("g", { class: "leaf" }, ...drop(u, where.words[word], bottom - CLEAR, label))));
  const edge = (verdict, isRemote, label, child, parts) => shape("g", { class: `edge ${KINDS[verdict]}${isRemote ? " remote" : ""}` },
    shape("title", {}, `${label}${isRemote ? " (remote)" : ""}: ${textOfUnit(units[child], words)}: ${SAID[verdict]}`), ...parts);
  const primary = units.slice(1).map(({ parent, label }, n) =>
    edge(verdicts[n], false, label, n + 1, drop(parent, where.units[n + 1], down(n + 1), label)));
  const taken = units.map(({ concept }, u) => [where.units[u], down(u), Math.max(RADIUS, widthOf(concept, SMALL) / 2 + 6), 10]);
  units.slice(1).forEach(({ parent, label }, n) => taken.push([where.units[n + 1], down(parent) + ROW, widthOf(label, SMALL) / 2, SMALL / 2]));
  const curved = remote.map(([parent, child, label], n) => edge(verdicts[units.length - 1 + n], true, label, child,
    remoteEdge(label, [where.units[parent], down(parent)], [where.units[child], down(child)], units[child].concept, taken, y)));
  const dots = units.map(({ implicit, concept }, u) => {
    const [x, at] = [where.units[u], y(down(u))], className = implicit ? "unit implicit" : "unit";
    if (!concept) return shape("circle", { class: className, cx: x, cy: at, r: RADIUS });
    const wide = widthOf(concept, SMALL) / 2 + 6;
    return shape("g", { class: className },
      shape("rect", { x: x - wide, y: at - 10, width: 2 * wide, height: 20, rx: 10 }), written("concept", x, at, concept));
  });
  return [...leaves, ...primary, ...curved, ...dots];
}

/** The graph of a source above that of a correction, which is upside down, with aligned words between. */
function drawnPair(source, correction, [runs, ofSource, ofCorrection, , directions], label) {
  const above = laidOut(source), below = laidOut(correction);
  const middle = MARGIN_Y + LEVEL * above.levels, other = middle + BETWEEN;
  const height = other + LEVEL * below.levels + MARGIN_Y;
  const pairs = runs.flatMap(([i, j, many]) => Array.from({ length: many }, (_, n) => [i + n, j + n]));
  const same = pairs.filter(([i, j]) => source.words[i] === correction.words[j]);
  const kept = [new Set(same.map(([i]) => i)), new Set(same.map(([, j]) => j))];
  const lines = pairs.map(([i, j]) => {
    const [a, b] = [above.words[i], below.words[j]], [from, to] = [middle + CLEAR, other - CLEAR], bend = (to - from) / 2;
    return path(kept[0].has(i) ? "same" : "changed", "M", a, from, "C", a, from + bend, b, to - bend, b, to);
  });
  const row = (graph, where, y, known) => graph.words.map((word, n) => written(known.has(n) ? "word" : "word differs", where.words[n], y, word));
  const width = Math.max(above.width, below.width);
  return shape("svg", {
    class: directions.length ? "pair" : "pair unmatched", role: "img", "aria-label": label,
    viewBox: `0 0 ${Math.ceil(width)} ${height}`, width: Math.ceil(width), height,
  },
    shape("g", { class: "words" }, ...lines),
    shape("g", { class: "of-source" }, ...half(source, above, ofSource, (d) => MARGIN_Y + d)),
    shape("g", { class: "of-correction" }, ...half(correction, below, ofCorrection, (d) => height - MARGIN_Y - d)),
    ...row(source, above, middle, kept[0]), ...row(correction, below, other, kept[1]));
}

// --- graphs: what they tell ------------------------------------------------------------------------------

const figured = (count) => Number.isInteger(count) ? String(count) : count.toFixed(2);
const equals = (letter, value) => `${letter}\u00a0=\u00a0${value.toFixed(4)}`;

/** Directions with what they count: matched in the source, all, matched in the correction, all. */
function withCounts([, ofSource, ofCorrection, , directions]) {
  const count = (verdicts, digits) => [...verdicts].filter((verdict) => digits.includes(verdict)).length;
  return directions.map((given, n) => Array.isArray(given) ? given
    : [given, ...[ofSource, ofCorrection].flatMap((verdicts) => [count(verdicts, ["24", "34"][n]), count(verdicts, "1234")])]);
}

/** The harmonic mean of precision and recall; null where there is nothing to count. */
function fOf([, inSource, ofSource, inCorrection, ofCorrection]) {
  if (!ofSource || !ofCorrection) return null;
  const precision = inCorrection / ofCorrection, recall = inSource / ofSource;
  return precision + recall ? 2 * precision * recall / (precision + recall) : 0;
}

/** Precision and recall, counted out. */
function counted(direction, what) {
  const [name, inSource, ofSource, inCorrection, ofCorrection] = direction;
  const share = (part, whole, whose, letter) => whole
    ? `${figured(part)} of ${whole} ${what} of the ${whose} have a counterpart: ${equals(letter, part / whole)}`
    : `the ${whose} has no ${what} that count`;
  const f = fOf(direction);
  const text = [share(inCorrection, ofCorrection, "correction", "P"), share(inSource, ofSource, "source", "R"), ...(f === null ? [] : [equals("F", f)])].join("; ");
  const whole = `${name ? `from ${name}, ` : ""}${text}.`;
  return whole[0].toUpperCase() + whole.slice(1);
}

/** The same for all directions, and the mean of two. */
function tallied(directions, what) {
  const fs = directions.map(fOf);
  const mean = fs.length > 1 && !fs.includes(null) ? [`Mean of both: ${equals("F", fs.reduce((a, b) => a + b) / fs.length)}.`] : [];
  return [...directions.map((direction) => counted(direction, what)), ...mean];
}

/** The edges of one graph that are not matched in all directions, in words. */
function leftOver(graph, verdicts, whose) {
  const edges = [...graph.units.slice(1).map(({ label }, n) => [label, n + 1, false]),
    ...graph.remote.map(([, child, label]) => [label, child, true])];
  const tokens = ([, child]) => graph.units[child].tokens;
  const inText = (a, b) => tokens(a)[0] - tokens(b)[0] || tokens(b).length - tokens(a).length;
  const listed = (wanted) => edges.filter((_, n) => KINDS[verdicts[n]] === wanted).sort(inText).flatMap(([label, child, isRemote], n) => {
    const words = make("q", "", textOfUnit(graph.units[child], graph.words));
    words.dir = "auto";
    return [n ? ", " : " ", make("b", "", label), isRemote ? " (remote) " : " ", words];
  });
  const alone = listed("alone"), once = listed("half");
  const line = [`${whose} without a counterpart:`, ...(alone.length ? alone : [" none"])];
  return make("li", "", ...line, ...(once.length ? ["; in one direction only:", ...once] : []), ".");
}

/** What lines mean, of those that are there. */
function legend(verdicts) {
  const sample = (kind, text) => make("span", "", shape("svg", { class: "pair sample", viewBox: "0 0 30 10", width: 30, height: 10, "aria-hidden": "true" },
    shape("g", { class: `edge ${kind}` }, path("line", "M", 0, 5, "H", 30))), ` ${text}`);
  const texts = { kept: "has a counterpart", half: "in one direction only", alone: "has none", uncounted: "does not count" };
  const there = Object.entries(texts).filter(([kind]) => [...verdicts].some((verdict) => KINDS[verdict] === kind));
  return make("p", "legend note", ...there.map(([kind, text]) => sample(kind, text)));
}

/** The panel of one system's correction: counts, the drawing, and what has no counterpart. */
function graphPanel(name, measure, sources, packed, matched) {
  const [source, correction] = packed.map((graph, n) => unfolded(graph, sources[n]));
  const [, ofSource, ofCorrection, what] = matched;
  const told = tallied(withCounts(matched), what);
  const about = `Graph of the source above, of ${name}’s correction below, lines between aligned words. ${told.join(" ")}`;
  const region = make("div", "scroll", drawnPair(source, correction, matched, about));
  region.tabIndex = 0;
  region.setAttribute("role", "region");
  region.setAttribute("aria-label", `Graphs of the source and of ${name}’s correction`);
  const lines = told.length
    ? [...told.map((text) => make("li", "", text)),
      leftOver(source, ofSource, "Edges of the source"), leftOver(correction, ofCorrection, "Edges of the correction")]
    : [make("li", "", `${measure} matches no edges.`)];
  return make("dd", "output graphs", make("ul", "", ...lines), region, ...(told.length ? [legend(ofSource + ofCorrection)] : []));
}
