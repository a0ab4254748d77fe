/** The panel of marks: those of the file, and new ones, which can be named and removed. */
import { byId, element } from "./dom.js";
import { clockText } from "./time.js";

export class MarksPanel {
  constructor(studio) {
    this.studio = studio;
    this.shown = "";
    studio.addEventListener("document", () => this.#show());
    studio.addEventListener("clips", () => this.#show());
  }

  #show() {
    const { studio } = this;
    if (!studio.clip) return;
    const { marks } = studio;
    const key = JSON.stringify(marks);
    if (key === this.shown) return;
    this.shown = key;
    byId("marks").replaceChildren(...marks.map((mark) => this.#row(mark)));
  }

  #row({ title, seconds, own }) {
    const { studio } = this;
    const go = element("button", { type: "button", className: "time" }, clockText(seconds));
    go.setAttribute("aria-label", `Go to ${title}, ${clockText(seconds)}`);
    go.addEventListener("click", () => studio.go(studio.clip.frameAt(seconds)));
    if (own === undefined) return element("li", {}, go, element("span", {}, title));
    const name = element("input", { type: "text", value: title, "aria-label": `Name of the mark at ${clockText(seconds)}` });
    const { marks } = studio.document;
    name.addEventListener("change", () => studio.change({ marks: marks.map((mark, index) => (index === own ? { ...mark, title: name.value } : mark)) }));
    const remove = element("button", { type: "button", "aria-label": `Remove ${title}` }, "×");
    remove.addEventListener("click", () => studio.change({ marks: marks.filter((_, index) => index !== own) }));
    return element("li", {}, go, name, remove);
  }
}
