/** A field of several texts: an input for each, and an empty one for another. */
import { element } from "./dom.js";
import { complainAt } from "./fields.js";

export class ListField {
  /** `write` takes all texts when one was entered. */
  constructor(label, hint, write, forms = "") {
    Object.assign(this, { label, hint, forms, write, texts: [] });
    this.box = element("div", { className: "list" });
    this.show();
  }

  /** Shows a list, a single text, or nothing. */
  show(value = []) {
    this.texts = [value].flat();
    const { children } = this.box;
    while (children.length > this.texts.length + 1) this.box.lastElementChild.remove();
    while (children.length <= this.texts.length) this.box.append(this.#row(children.length));
    this.#inputs.forEach((input, index) => {
      const text = this.texts[index] ?? "";
      // What is being typed stays, unless another text has come to its place.
      if (document.activeElement !== input || input.dataset.text !== text) input.value = text;
      input.dataset.text = text;
    });
  }

  complain(message) { for (const input of this.#inputs) complainAt(input, input.value ? message : undefined); }

  get #inputs() { return [...this.box.querySelectorAll("input")]; }

  #row(index) {
    const input = element("input", { type: "text", className: "example", placeholder: this.hint, title: this.forms, autocomplete: "off", spellcheck: false });
    input.dataset.forms = this.forms;
    input.addEventListener("change", () => {
      const texts = [...this.texts];
      texts[index] = input.value.trim();
      this.write(texts.filter(Boolean));
    });
    return element("label", {}, index === 0 ? `${this.label} ` : element("span", { className: "hidden-text" }, `${this.label} ${index + 1}`), input);
  }
}
