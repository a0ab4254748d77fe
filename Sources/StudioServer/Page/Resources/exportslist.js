/** The queue of exports, with how far each is. */
import { byId, element } from "./dom.js";
import { remove } from "./server.js";
import { clockText } from "./time.js";
import { worded } from "./words.js";

const words = { waiting: "waits", running: "runs", done: "done", failed: "failed", cancelled: "cancelled" };

export class ExportsList {
  constructor(studio, announce) {
    this.studio = studio;
    this.announce = announce;
    this.states = new Map();
    this.rows = new Map();
  }

  show(exports) {
    byId("no-exports").hidden = exports.length > 0;
    const gone = new Set(this.rows.keys());
    for (const facts of exports) {
      gone.delete(facts.id);
      if (!this.rows.has(facts.id)) this.#make(facts);
      this.#update(facts);
    }
    for (const id of gone) {
      this.rows.get(id).item.remove();
      this.rows.delete(id);
      this.states.delete(id);
    }
  }

  #make({ id, name, output }) {
    const bar = element("progress", { max: 1, "aria-label": `How far ${name} is` });
    const state = element("span", { className: "state" });
    const message = element("p", { className: "message" });
    const open = element("button", { type: "button" }, "Open the result");
    // By its name: a later export may have replaced what this one gave.
    open.addEventListener("click", () => this.studio.open(output).catch((error) => this.studio.complain(error)));
    const end = element("button", { type: "button" });
    end.addEventListener("click", () => remove(`exports/${id}`).catch((error) => this.studio.complain(error)));
    const item = element("li", {}, element("strong", {}, name), state, bar, message, element("div", { className: "inline" }, open, end));
    this.rows.set(id, { item, bar, state, message, open, end });
    byId("exports").append(item);
  }

  #update({ id, name, state, fraction, secondsLeft, message, clip, output }) {
    const row = this.rows.get(id);
    const isRunning = state === "running";
    row.item.dataset.state = state;
    row.bar.hidden = !isRunning;
    row.bar.value = fraction ?? 0;
    const left = isRunning && secondsLeft > 0 ? `, ${clockText(Math.ceil(secondsLeft), 0)} left` : "";
    row.state.textContent = ` ${words[state] ?? state}${isRunning ? ` ${Math.round((fraction ?? 0) * 100)} %` : ""}${left}`;
    row.message.textContent = state === "done" ? `in ${output.slice(0, output.lastIndexOf("/")) || "/"}` : worded(message ?? "");
    row.open.hidden = state !== "done" || clip === null || clip === undefined;
    row.end.textContent = isRunning || state === "waiting" ? "Cancel" : "Remove";
    row.end.setAttribute("aria-label", `${row.end.textContent} ${name}`);
    if (this.states.get(id) !== state && this.states.has(id)) this.announce(`${name}: ${words[state] ?? state}`);
    this.states.set(id, state);
  }
}
