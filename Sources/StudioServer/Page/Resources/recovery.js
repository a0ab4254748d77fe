/**
 * Edits from before a reload or the end of the server: they are offered, the newest first, and one is taken only when that is said.
 * One that is neither taken nor forgotten is offered again the next time.
 */
import { byId } from "./dom.js";
import { post } from "./server.js";
import { untouched } from "./studio.js";

export class Recovery {
  constructor(studio) {
    this.studio = studio;
    this.offered = [];
    byId("recovery-take").addEventListener("click", () => this.#take());
    byId("recovery-leave").addEventListener("click", () => this.#leave());
    studio.addEventListener("document", () => {
      // Who edits a clip wants none of its own now.
      if (studio.clip && studio.history.canUndo) this.#show(this.offered.filter(({ document }) => document.clips[0] !== studio.clip.id));
    });
  }

  /** Offers edits: a list of `{work, document}`. */
  offer(edits) { this.#show(edits.filter(({ document }) => this.studio.clips.has(document.clips[0]))); }

  #show(edits) {
    this.offered = edits;
    byId("recovery").hidden = edits.length === 0;
    if (edits.length === 0) return;
    const [{ document }] = edits;
    const count = document.edits.length;
    const more = edits.length > 1 ? ` (and ${edits.length - 1} more)` : "";
    byId("recovery-words").textContent = `${this.studio.clips.get(document.clips[0]).name}, ${count} ${count === 1 ? "edit" : "edits"}${more}`;
  }

  #take() {
    const { studio, offered: [{ work, document: edit }, ...others] } = this;
    this.#show(others);
    const clip = studio.clips.get(edit.clips[0]);
    if (clip !== studio.clip) studio.choose(clip);
    studio.history.work = work;
    studio.change({ ...untouched(clip), ...edit, clips: edit.clips.filter((id) => studio.clips.has(id)) });
  }

  async #leave() {
    const [{ work }, ...others] = this.offered;
    this.#show(others);
    await post("recovery/discard", { work }).catch((error) => this.studio.complain(error));
  }
}
