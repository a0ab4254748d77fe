/** All keys, and the list of them. */
import { byId, element } from "./dom.js";

export class Keys {
  /** `actions`: `[keys, words, action]`, where keys are as `Shift+ArrowLeft`. */
  constructor(actions) {
    this.actions = new Map(actions.flatMap(([keys, , action]) => keys.map((key) => [key, action])));
    byId("key-list").append(...actions.filter(([, words]) => words).map(([keys, words]) => element(
      "div", {}, element("dt", {}, ...keys.slice(0, 2).map((key) => element("kbd", {}, Keys.#name(key)))), element("dd", {}, words),
    )));
    document.addEventListener("keydown", (event) => this.#press(event));
    // A button that was clicked would keep the focus, and then take the space bar. One reached by keyboard keeps it.
    document.addEventListener("click", (event) => {
      if (event.detail > 0 && !event.target.closest("dialog")) event.target.closest("button")?.blur();
    });
  }

  #press(event) {
    const { target, key } = event;
    if (event.defaultPrevented || event.metaKey || document.querySelector("dialog[open]")) return;
    if (target.closest("input[type=text], select, textarea")) return;
    if ((key === " " || key === "Enter") && target.closest("button, input, summary, [role=tab]")) return;
    if (key.startsWith("Arrow") && target.closest("[role=radio], [role=tab]")) return;
    // A capital letter is the key with shift; what stands above a digit needs shift on some keyboards.
    const name = key.length === 1 ? key.toLowerCase() : key;
    // Some keyboards type brackets with AltGr, which some systems report as Ctrl and Alt.
    const isTyped = event.getModifierState("AltGraph");
    const words = [event.ctrlKey && !isTyped && "Control", event.altKey && !isTyped && "Alt", event.shiftKey && (key.length > 1 || /[a-z]/i.test(key)) && "Shift", name];
    const action = this.actions.get(words.filter(Boolean).join("+"));
    if (!action) return;
    event.preventDefault();
    action();
  }

  static #name(key) {
    if (key === "+") return key;
    return key.replace("Control", "Ctrl").replace("ArrowLeft", "←").replace("ArrowRight", "→").replace("ArrowUp", "↑").replace("ArrowDown", "↓").replace("PageUp", "Page up")
      .replace("PageDown", "Page down").replaceAll("+", " ").replace(/^ $/, "Space").replace(/\b[a-z]$/, (letter) => letter.toUpperCase());
  }
}
