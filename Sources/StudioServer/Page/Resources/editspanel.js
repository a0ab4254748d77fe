/** The panel of edits: in, out, the rate of the rest, and all edits as texts; presets. */
import { byId, element } from "./dom.js";
import { anchoredEdit, anchoredTime, clipped } from "./edits.js";
import { complainAt, field, leavable } from "./fields.js";
import { ladder } from "./rates.js";
import { get, post } from "./server.js";
import { parseTime } from "./time.js";

export class EditsPanel {
  constructor(studio, asker) {
    this.studio = studio;
    this.asker = asker;
    const change = (name) => (text) => studio.change({ [name]: text || null });
    this.fields = [
      field("in", () => studio.document.in ?? "", change("in")),
      field("out", () => studio.document.out ?? "", change("out")),
      field("rate", () => studio.document.settings.rate ?? "", (text) => {
        const { rate, ...others } = studio.document.settings;
        studio.change({ settings: text ? { ...others, rate: text } : others });
      }),
    ];
    byId("rates").append(...ladder.map((value) => element("option", { value })));
    byId("add-edit").addEventListener("submit", (event) => {
      event.preventDefault();
      const input = byId("new-edit");
      if (!input.value.trim()) return;
      studio.addEdit(input.value.trim());
      input.value = "";
    });
    byId("preset-apply").addEventListener("click", () => this.#apply(byId("presets").value));
    byId("preset-save").addEventListener("click", () => this.#save());
    studio.addEventListener("document", () => this.#show());
    studio.addEventListener("answer", () => this.#showProblems());
  }

  /** Shows which presets there are. */
  offer(presets) {
    this.presets = presets;
    byId("presets").replaceChildren(...presets.map(({ name, title }) =>
      element("option", { value: name }, title && title !== name ? `${name}: ${title}` : name)));
    byId("preset-apply").disabled = presets.length === 0;
  }

  #show() {
    for (const show of this.fields) show();
    const { edits } = this.studio.document;
    byId("no-edits").hidden = edits.length > 0;
    const list = byId("edits");
    while (list.children.length > edits.length) list.lastElementChild.remove();
    while (list.children.length < edits.length) list.append(this.#row(list.children.length));
    edits.forEach((text, index) => {
      const input = list.children[index].querySelector("input");
      if (document.activeElement !== input || input.dataset.text !== text) input.value = text;
      input.dataset.text = text;
    });
  }

  #row(index) {
    const input = element("input", { type: "text", autocomplete: "off", spellcheck: false, "aria-label": `Edit ${index + 1}` });
    input.addEventListener("change", () => {
      const text = input.value.trim();
      if (text) this.studio.replaceEdit(index, text); else this.studio.removeEdit(index);
    });
    leavable(input, () => input.dataset.text ?? "");
    const remove = element("button", { type: "button", "aria-label": `Remove edit ${index + 1}` }, "×");
    // What is written in the row is taken first, and then its edit may stand in another row, or be gone.
    let meant = null;
    remove.addEventListener("pointerdown", () => { meant = input.value.trim(); });
    remove.addEventListener("click", ({ detail }) => {
      // A key (0 clicks of a pointer) takes the row as it is: a pointer may have been pressed here before, and let go elsewhere.
      const place = detail === 0 || meant === null ? index : this.studio.document.edits.indexOf(meant);
      meant = null;
      if (place >= 0) this.studio.removeEdit(place);
    });
    return element("li", {}, input, remove);
  }

  #showProblems() {
    const { studio } = this;
    const inputs = { in: byId("in"), out: byId("out"), "settings.rate": byId("rate") };
    [...byId("edits").querySelectorAll("input")].forEach((input, index) => { inputs[`edits[${index}]`] = input; });
    for (const [name, input] of Object.entries(inputs)) complainAt(input, studio.problemOf(name));
    // Two edits that collide have one message.
    const messages = new Set(studio.answer.problems.map(({ message }) => message));
    byId("edit-problems").replaceChildren(...[...messages].map((message) => element("li", {}, message)));
  }

  async #apply(name) {
    const { studio } = this;
    try {
      const preset = await get(`presets/${encodeURIComponent(name)}`);
      const { at, ...settings } = preset.settings ?? {};
      const anchored = (text) => text && anchoredTime(text, studio.time);
      const { clip } = studio;
      const here = (text) => clipped(anchoredEdit(text, studio.time), clip);
      // A zoom may be in the time of the result, which has another end, and no anchor.
      const zoomHere = (text) => (anchoredEdit(text, studio.time) === text ? [text] : here(text));
      // What would lie behind the end is left out.
      const within = (text) => (text && (parseTime(text, clip) ?? 0) < clip.duration ? text : null);
      studio.change({
        in: anchored(preset.in) ?? studio.document.in,
        out: preset.out ? within(anchored(preset.out)) : studio.document.out,
        // What the preset does not say stays as it is.
        edits: preset.edits?.length > 0 ? preset.edits.flatMap(here) : studio.document.edits,
        pitch: preset.pitch ?? studio.document.pitch,
        settings: {
          ...studio.document.settings, ...settings,
          ...(settings.zoom ? { zoom: [settings.zoom].flat().flatMap(zoomHere) } : {}),
        },
      });
    } catch (error) { studio.complain(error); }
  }

  async #save() {
    const name = await this.asker.ask("Save as a preset", "Name");
    if (!name) return;
    const save = (force) => post("presets", { name, document: this.studio.document, force });
    try {
      const { presets, leftOut } = await save(false).catch(async (error) => {
        if (!error.exists) throw error;
        return (await this.asker.agree(`There is a preset “${name}” already.`, "Replace")) ? save(true) : {};
      });
      if (!presets) return;
      this.studio.settleProblem("preset");
      this.offer(presets);
      byId("presets").value = name;
      if (leftOut.length > 0) this.studio.complain(`The preset is saved without what presets cannot have: ${leftOut.join(", ")}.`);
    } catch (error) { this.studio.complain(error, error.status === 0 ? undefined : "preset"); }
  }
}
