/** An edit from before a reload or the end of the server: it is offered, and taken only when that is said. */
import { byId } from "./dom.js";
import { post } from "./server.js";
import { untouched } from "./studio.js";

export class Recovery {
  constructor(studio) {
    this.studio = studio;
    byId("recovery-take").addEventListener("click", () => this.#take());
    byId("recovery-leave").addEventListener("click", () => this.#leave());
    studio.addEventListener("document", () => {
      // Who edits on has decided.
      if (studio.clip && studio.history.canUndo) this.#close();
    });
  }

  /** Offers an edit, unless there is nothing in it. */
  offer(edit) {
    const clip = edit && this.studio.clips.get(edit.clips[0]);
    if (!clip || !Recovery.#holds(edit, clip)) return;
    this.edit = edit;
    this.studio.keeps = false;
    const count = edit.edits.length;
    byId("recovery-words").textContent = `${clip.name}, ${count} ${count === 1 ? "edit" : "edits"}`;
    byId("recovery").hidden = false;
  }

  static #holds(edit, clip) {
    const nothing = untouched(clip);
    return ["in", "out", "edits", "marks", "settings", "pitch"].some((name) =>
      JSON.stringify(edit[name] ?? null) !== JSON.stringify(nothing[name]));
  }

  #take() {
    const { edit, studio } = this;
    this.#close();
    const clip = studio.clips.get(edit.clips[0]);
    if (clip !== studio.clip) studio.choose(clip);
    studio.change({ ...untouched(clip), ...edit, clips: edit.clips.filter((id) => studio.clips.has(id)) });
  }

  #leave() {
    this.#close();
    post("recovery/discard", {}).catch((error) => this.studio.complain(error));
  }

  #close() {
    byId("recovery").hidden = true;
    this.studio.keeps = true;
  }
}
