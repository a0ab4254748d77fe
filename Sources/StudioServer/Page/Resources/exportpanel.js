/** The panel of the export: its settings in groups, the plan, and the button. */
import { byId, debounced, element } from "./dom.js";
import { complainAt } from "./fields.js";
import { ListField } from "./listfield.js";
import { latest, post } from "./server.js";
import { groups } from "./settings.js";
import { clockText } from "./time.js";
import { worded } from "./words.js";

export class ExportPanel {
  constructor(studio) {
    this.studio = studio;
    this.inputs = new Map();
    this.lists = new Map();
    byId("settings").append(...groups.map((group) => this.#group(group)));
    const output = byId("output");
    output.addEventListener("change", () => studio.change({ output: output.value.trim() || null }));
    // What was said of a file that is there is over when another is named, or when it may be replaced.
    for (const input of [output, byId("force")]) input.addEventListener("input", () => studio.settleProblem("exists"));
    /** The edit that is exported as soon as the server has found it right; `null` for none. */
    this.wanted = null;
    byId("export").addEventListener("click", () => {
      this.wanted = studio.document;
      if (studio.isAnswered) this.#exportWanted(); else studio.sendAgain();
    });
    this.ask = debounced(350, () => this.#plan());
    this.plan = latest(
      (document) => post("plan", { document }),
      ({ plan }, document) => this.#showPlan(document, ExportPanel.#words(plan)),
      (error, document) => this.#showPlan(document, [element("p", { className: "problems" }, worded(error.message))]),
    );
    studio.addEventListener("answer", () => { if (!byId("panel-export").hidden) this.ask(); });
    studio.addEventListener("document", () => {
      this.#show();
      this.#enable();
    });
    studio.addEventListener("answer", () => {
      this.#showProblems();
      this.#exportWanted();
    });
    studio.addEventListener("problem", ({ detail }) => { if (detail !== null) this.wanted = null; });
  }

  /** Called when the panel comes into view: a plan nobody sees is not asked for. */
  open() { this.#plan(); }

  #group({ title, options }) {
    const fields = options.map((option) => this.#field(option));
    return element("details", {}, element("summary", {}, title), element("div", { className: "fields" }, ...fields));
  }

  #field({ name, label, hint, forms, choices, suggestions, isFlag, isList }) {
    const write = (value) => {
      const { [name]: _, ...others } = this.studio.document.settings;
      this.studio.change({ settings: value ? { ...others, [name]: value } : others });
    };
    if (isList) {
      const list = new ListField(label, hint, (texts) => write(texts.length > 0 && texts), forms);
      this.lists.set(name, list);
      return list.box;
    }
    const input = choices
      ? element("select", {}, element("option", { value: "" }, "–"), ...choices.map((value) => element("option", { value }, value)))
      : element("input", { type: isFlag ? "checkbox" : "text", className: "example", placeholder: hint ?? "", title: forms ?? "", autocomplete: "off", spellcheck: false });
    if (forms) input.dataset.forms = forms;
    input.addEventListener("change", () => write(isFlag ? input.checked : input.value.trim()));
    this.inputs.set(name, input);
    if (isFlag) return element("label", { className: "check" }, input, ` ${label}`);
    const made = element("label", {}, `${label} `, input);
    if (suggestions) {
      const list = element("datalist", { id: `list-${name}` }, ...suggestions.map((value) => element("option", { value })));
      input.setAttribute("list", list.id);
      made.append(list);
    }
    return made;
  }

  #show() {
    const { document: edit } = this.studio;
    for (const [name, list] of this.lists) list.show(edit.settings[name]);
    for (const [name, input] of this.inputs) {
      const value = edit.settings[name];
      if (input.type === "checkbox") input.checked = value === true;
      else if (document.activeElement !== input || input.localName === "select") input.value = value ?? "";
    }
    if (document.activeElement !== byId("output")) byId("output").value = edit.output ?? "";
  }

  #showProblems() {
    const { studio } = this;
    const problem = (name) => studio.problemOf(`settings.${name}`);
    for (const [name, input] of this.inputs) {
      complainAt(input, problem(name));
      if (problem(name)) input.closest("details").open = true;
      // What would have no effect is not offered; what is set stays to be seen.
      input.closest("label").hidden = studio.answer.idleSettings.includes(name) && studio.document.settings[name] === undefined;
    }
    for (const [name, list] of this.lists) list.complain(problem(name));
    // A name that was left out is the server's to choose.
    byId("output").placeholder = studio.answer.outputName ?? "";
    complainAt(byId("output"), studio.problemOf("output"));
    this.#enable();
  }

  /** A name that was typed just now is an edit that the server has not answered for, and the click that follows is meant. */
  #enable() { byId("export").disabled = this.studio.isAnswered && !this.studio.isRight; }

  /** Exports what is wanted, once it is right. What is exported is the command that is shown. */
  #exportWanted() {
    const { studio, wanted } = this;
    if (wanted === studio.document && !studio.isAnswered) return;
    this.wanted = null;
    if (wanted === studio.document && studio.isRight) this.#export();
  }

  #plan() {
    if (this.studio.isRight) this.plan(this.studio.document);
    else byId("plan").replaceChildren();
  }

  /** Shows what was said of an edit, unless there is another one by now. */
  #showPlan(document, words) { if (document === this.studio.document) byId("plan").replaceChildren(...words); }

  static #words(plan) {
    const counts = [["copied", plan.copiedFrames], ["encoded", plan.encodedFrames], ["repeated", plan.repeatedFrames], ["passed over", plan.droppedFrames]]
      .filter(([, count]) => count > 0).map(([word, count]) => `${count} ${word}`);
    const frames = plan.frames === undefined || plan.frames === null ? "" : `, ${plan.frames} frames${counts.length ? ` (${counts.join(", ")})` : ""}`;
    const verbs = { copy: "copied", encode: "encoded", both: "copied and encoded", omit: "left out" };
    return [
      element("p", {}, `${clockText(plan.durationSeconds)}${frames}`),
      element("ul", {}, ...(plan.tracks ?? []).map(({ kind, codec, action, reason }) => element(
        "li", {}, element("strong", { className: `verb ${action}` }, verbs[action] ?? action), ` ${kind} (${codec})`, reason ? `: ${worded(reason)}` : "",
      ))),
      ...(plan.warnings ?? []).map((text) => element("p", { className: "warning" }, worded(text))),
    ];
  }

  async #export() {
    try {
      await post("exports", { document: this.studio.document, force: byId("force").checked });
      this.studio.settleProblem("exists");
    } catch (error) {
      this.studio.complain(error, error.exists ? "exists" : undefined);
      if (error.exists) byId("force").focus();
    }
  }
}
