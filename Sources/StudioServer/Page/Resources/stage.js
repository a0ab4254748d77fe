/** The stage: the picture of the clip, and that of a second one beside or upon it. */
import { byId } from "./dom.js";
import { View } from "./view.js";

export class Stage {
  /** The width of moving pictures at most, in pixels. */
  static moving = 1280;

  constructor(studio, socket, pictures) {
    this.studio = studio;
    this.kept = pictures;
    this.box = byId("stage");
    this.first = new View(byId("picture-a"), socket, pictures);
    this.second = new View(byId("picture-b"), socket, pictures);
    studio.addEventListener("frame", () => this.show());
    studio.addEventListener("document", () => this.#arrange());
    studio.addEventListener("clips", () => this.#arrange());
    new ResizeObserver(() => { this.first.refresh(); if (studio.second) this.second.refresh(); }).observe(this.box);
  }

  /** Shows the position. */
  show() {
    const { studio } = this;
    this.first.show(studio.clip, studio.frame, studio.stride);
    if (studio.second) this.second.show(studio.second, studio.secondFrame, studio.stride);
  }

  /**
   * While playing: shows the frames of now, or what of those before them is there. Says whether the ones of now are.
   * A pair is `[frame, frame of the second clip]`, `null` where that one is not shown; the first pair is that of now, the others were
   * before it.
   */
  play(pairs) {
    const { studio } = this;
    const play = (view, clip, place) => {
      const [now] = pairs.map((pair) => pair[place]);
      const before = pairs.map((pair) => pair[place]).find((frame) => Number.isInteger(frame) && this.kept.find(clip.id, frame));
      return view.play(clip, now, before);
    };
    const isThere = play(this.first, studio.clip, 0);
    return studio.second ? play(this.second, studio.second, 1) && isThere : isThere;
  }

  /** The pictures that are needed for pairs of frames while playing. */
  pictures(pairs) {
    const { clip, second } = this.studio;
    const width = (view) => Math.min(view.width, Stage.moving);
    return pairs.flatMap(([frame, other]) => [
      { clip, frame, width: width(this.first) },
      ...(second ? [{ clip: second, frame: other, width: width(this.second) }] : []),
    ]).filter(({ frame }) => Number.isInteger(frame));
  }

  #arrange() {
    const { studio } = this;
    if (!studio.clip) return;
    const layout = studio.second ? studio.document.layout ?? "side" : "single";
    const wasAlone = this.second.canvas.hidden;
    this.box.dataset.layout = layout;
    this.second.canvas.hidden = !studio.second;
    if (studio.second) this.second.show(studio.second, studio.secondFrame);
    if (wasAlone !== this.second.canvas.hidden) this.first.refresh();
  }
}
