/** Tabs and radio buttons, of which one is chosen: arrow keys go from one to the next. */

/** Makes arrow keys move along buttons of a role, and choose. */
export function arrows(box, choose) {
  box.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!step) return;
    const buttons = [...box.children];
    const next = buttons[(buttons.indexOf(event.target) + step + buttons.length) % buttons.length];
    event.preventDefault();
    event.stopPropagation();
    next.focus();
    choose(next);
  });
  box.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) choose(button);
  });
}

/** Shows the panel of a tab. */
export function openTab(tab) {
  for (const other of tab.parentElement.children) {
    const isChosen = other === tab;
    other.setAttribute("aria-selected", String(isChosen));
    other.tabIndex = isChosen ? 0 : -1;
    document.getElementById(other.getAttribute("aria-controls")).hidden = !isChosen;
  }
}
