// --- pop-ups ------------------------------------------------------------------------------------------
// Opening, closing and Escape are the browser's; here they are put beside their edits.

const MARGIN = 12;

function place(popup, mark) {
  const lines = [...mark.getClientRects()], first = lines[0], last = lines[lines.length - 1];
  const { width, height } = popup.getBoundingClientRect();
  const wide = document.documentElement.clientWidth;
  const left = Math.max(MARGIN, Math.min(first.left, wide - width - MARGIN));
  const below = last.bottom + 6, above = first.top - height - 6;
  const top = below + height > innerHeight && above > 0 ? above : below;
  Object.assign(popup.style, {
    position: "absolute", inset: "auto", margin: "0", left: `${left + scrollX}px`, top: `${top + scrollY}px`,
  });
}

for (const popup of all(".popup")) {
  const mark = document.getElementById(popup.id.replace(/-more$/, "")).closest(".mark");
  popup.addEventListener("beforetoggle", ({ newState }) => {
    if (newState === "open") place(popup, mark); // near enough: its size is not known before it is shown
  });
  popup.addEventListener("toggle", ({ newState }) => {
    const open = newState === "open";
    mark.classList.toggle("open", open);
    if (open) place(popup, mark);
    if (mark.dataset.set === undefined) return;
    for (const other of all("[data-set]", mark.closest("[data-panel]"))) {
      other.classList.toggle("peer", open && other.dataset.set === mark.dataset.set);
    }
  });
}

// The whole mark may be clicked, not its sign alone.
for (const prose of all(".prose")) {
  prose.addEventListener("click", (event) => {
    const mark = event.target.closest(".mark");
    if (mark && !event.target.closest("button") && getSelection().isCollapsed) one("button", mark).click();
  });
}

one("#show-types")?.addEventListener("change", ({ target }) => {
  for (const prose of all(".prose")) prose.classList.toggle("with-types", target.checked);
});

// --- from the list to the text ------------------------------------------------------------------------

for (const link of all("[data-goto]")) {
  link.addEventListener("click", (event) => {
    const mark = one(`[data-panel]:not([hidden]) [data-gold="${link.dataset.goto}"]`);
    event.preventDefault();
    one("button", mark).focus({ preventScroll: true });
    mark.scrollIntoView({ block: "center" });
  });
}
