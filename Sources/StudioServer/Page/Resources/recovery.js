/**
 * Edits from before a reload or the end of the server: they are offered, the newest first, and one is taken only when that is said.
 * One that is neither taken nor forgotten is offered again the next time. What another page works on is not offered.
 */
import { byId } from "./dom.js";
import { post } from "./server.js";
import { untouched } from "./studio.js";

/** What an edit sets, in words: `2 edits, In, 1 mark, 3 settings`. */
export function contents({ edits, marks = [], settings = {}, in: start, out: end, pitch, output, preset, clips }) {
  const counted = (count, word) => count > 0 && `${count} ${word}${count === 1 ? "" : "s"}`;
  return [
    counted(edits.length, "edit"), start && "In", end && "Out", counted(marks.length, "mark"), counted(Object.keys(settings).length, "setting"),
    pitch && "pitch", output && `the name ${output}`, preset && `the preset ${preset}`, clips.length > 1 && "a second clip",
  ].filter(Boolean).join(", ");
}

export class Recovery {
  /** A page that is reloaded may take so long to let go of its works, in milliseconds. */
  static patience = 1000;

  constructor(studio) {
    this.studio = studio;
    this.offered = [];
    /** The names of the works that are this page's. */
    this.own = new Set();
    byId("recovery-take").addEventListener("click", () => this.#take());
    byId("recovery-leave").addEventListener("click", () => this.#leave());
    studio.addEventListener("document", () => {
      if (!studio.clip || !studio.history.canUndo) return;
      this.#hold(studio.history.work);
      this.#show(this.offered);
    });
    studio.addEventListener("renamed", ({ detail: renamed }) => {
      this.#show(this.offered.map((edit) => ({ ...edit, document: renamed(edit.document) })));
    });
  }

  /** Offers edits: a list of `{work, document}`. */
  async offer(edits) {
    const free = await Promise.all(edits.map(({ work }) => this.#isFree(work)));
    this.#show(edits.filter((_, index) => free[index]));
  }

  /** Says to other pages that this one works on something, as long as it is open. */
  #hold(work) {
    if (this.own.has(work)) return;
    this.own.add(work);
    navigator.locks?.request(work, () => new Promise(() => {})).catch(() => {});
  }

  /** Whether no other page works on it. */
  async #isFree(work) {
    if (!navigator.locks) return true;
    const signal = AbortSignal.timeout(Recovery.patience);
    return navigator.locks.request(work, { mode: "shared", signal }, () => true).catch(() => false);
  }

  /** Shows what is offered: of clips that are open. Who edits a clip wants none of its own now. */
  #show(edits) {
    const { studio } = this;
    this.offered = edits.filter(({ document: { clips: [id] } }) => studio.clips.has(id) && !studio.histories.get(id).canUndo);
    byId("recovery").hidden = this.offered.length === 0;
    if (this.offered.length === 0) return;
    const [{ document }, ...others] = this.offered;
    const more = others.length > 0 ? ` (and ${others.length} more)` : "";
    byId("recovery-words").textContent = `${studio.clips.get(document.clips[0]).name}, ${contents(document)}${more}`;
  }

  /**
   * Goes on with an edit, under this page's own name: a page of another browser may still have the other one. That is forgotten once
   * this one is kept: the studio may end in between.
   */
  #take() {
    const { studio, offered: [{ work, document: edit }, ...others] } = this;
    const clip = studio.clips.get(edit.clips[0]);
    if (clip !== studio.clip) studio.choose(clip);
    studio.change({ ...untouched(clip), ...edit, clips: edit.clips.filter((id) => studio.clips.has(id)) });
    this.#show(others);
    const own = studio.history.work;
    const forget = ({ detail }) => {
      if (detail !== own) return;
      studio.removeEventListener("kept", forget);
      this.#discard(work);
    };
    studio.addEventListener("kept", forget);
  }

  #leave() {
    const [{ work }, ...others] = this.offered;
    this.#show(others);
    this.#discard(work);
  }

  #discard(work) { post("recovery/discard", { work }).catch((error) => this.studio.complain(error)); }
}
