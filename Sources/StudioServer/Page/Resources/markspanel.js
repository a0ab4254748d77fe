/** The panel of marks: those of the file, and new ones, which can be named and removed. */
import { byId, element } from "./dom.js";
import { clockText } from "./time.js";

export class MarksPanel {
  constructor(studio) {
    this.studio = studio;
    /** Rows stay where they are, so that a click on one is not lost as another one's name is taken. */
    this.rows = [];
    studio.addEventListener("document", () => this.#show());
    studio.addEventListener("clips", () => this.#show());
  }

  #show() {
    const { studio } = this;
    if (!studio.clip) return;
    const { marks } = studio;
    byId("marks-left-out").hidden = !studio.second || studio.document.marks.length === 0;
    for (const row of this.rows.splice(marks.length)) row.item.remove();
    marks.forEach((mark, index) => {
      const isOwn = mark.own !== undefined;
      if (this.rows[index]?.isOwn !== isOwn) {
        const row = this.#row(isOwn);
        if (this.rows[index]) this.rows[index].item.replaceWith(row.item); else byId("marks").append(row.item);
        this.rows[index] = row;
      }
      this.rows[index].show(mark);
    });
  }

  #row(isOwn) {
    const { studio } = this;
    const row = { isOwn };
    const go = element("button", { type: "button", className: "time" });
    go.addEventListener("click", () => studio.go(studio.clip.frameAt(row.mark.seconds)));
    const name = isOwn ? element("input", { type: "text" }) : element("span", {});
    const remove = element("button", { type: "button" }, "×");
    const change = (changed) => studio.change({ marks: studio.document.marks.flatMap((mark, index) => (index === row.mark.own ? changed(mark) : [mark])) });
    name.addEventListener("change", () => change((mark) => [{ ...mark, title: name.value }]));
    remove.addEventListener("click", () => change(() => []));
    row.item = element("li", {}, go, name, ...(isOwn ? [remove] : []));
    row.show = (mark) => {
      row.mark = mark;
      const time = clockText(mark.seconds);
      go.textContent = time;
      go.setAttribute("aria-label", `Go to ${mark.title}, ${time}`);
      remove.setAttribute("aria-label", `Remove ${mark.title}`);
      if (!isOwn) name.textContent = mark.title;
      else if (row.title !== mark.title) name.value = mark.title;
      row.title = mark.title;
      if (isOwn) name.setAttribute("aria-label", `Name of the mark at ${time}`);
    };
    return row;
  }
}
