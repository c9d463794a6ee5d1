// --- pop-ups ------------------------------------------------------------------------------------------
// Opening, closing and Escape are the browser's; here they are put beside their edits.

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
