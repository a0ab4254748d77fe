/** The timeline: what part of the clip is seen, the lanes that show it, and the position in them. */
import { byId, oncePerFrame } from "./dom.js";
import { Filmstrip } from "./filmstrip.js";
import { Gestures } from "./gestures.js";
import { RateLane } from "./ratelane.js";
import { Ruler } from "./ruler.js";
import { parseTime } from "./time.js";
import { Waveform } from "./waveform.js";
import { TimeWindow } from "./window.js";

export class Timeline {
  constructor(studio) {
    this.studio = studio;
    this.box = byId("timeline");
    this.window = new TimeWindow(1);
    this.redraw = oncePerFrame(() => this.#draw());
    this.lanes = [new Ruler(studio, this), new RateLane(studio, this), new Filmstrip(studio, this), new Waveform(studio, this)];
    this.gestures = new Gestures(studio, this);
    studio.addEventListener("clips", () => this.#newClip());
    for (const event of ["document", "answer", "selection"]) studio.addEventListener(event, this.redraw);
    for (const event of ["frame", "played"]) studio.addEventListener(event, () => this.#follow());
    new ResizeObserver(this.redraw).observe(this.box);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", this.redraw);
  }

  /** Shows another part of the clip. */
  look(window) {
    this.window = window;
    this.redraw();
  }

  zoom(factor, part) {
    const head = this.window.partOf(this.studio.time);
    this.look(this.window.zoomed(factor, part ?? (head >= 0 && head <= 1 ? head : 0.5)));
  }

  /** Shows all of the clip. */
  showAll() { this.look(new TimeWindow(this.studio.clip.duration)); }

  /** The instant at a place on the screen. */
  timeAt(clientX) {
    const { left, width } = this.box.getBoundingClientRect();
    return this.window.timeAt((clientX - left) / width);
  }

  #newClip() {
    const { clip } = this.studio;
    if (!clip) return;
    if (clip === this.clip && Math.abs(clip.duration - this.window.duration) < 1e-9) return this.redraw();
    const isWhole = clip !== this.clip || this.window.length >= this.window.duration * 0.999;
    this.clip = clip;
    this.look(isWhole ? new TimeWindow(clip.duration) : new TimeWindow(clip.duration, this.window.start, this.window.end));
  }

  #follow() {
    this.window = this.window.showing(this.studio.time);
    this.redraw();
  }

  #draw() {
    if (!this.studio.clip) return;
    const { clip, document: edit, selection, time } = this.studio;
    for (const lane of this.lanes) lane.draw();
    const percent = (seconds) => `${this.window.partOf(seconds) * 100}%`;
    const head = byId("head");
    head.style.left = percent(time);
    head.hidden = this.window.partOf(time) < 0 || this.window.partOf(time) > 1;
    const begin = edit.in ? parseTime(edit.in, clip) ?? 0 : 0;
    const end = edit.out ? parseTime(edit.out, clip) ?? clip.duration : clip.duration;
    const clamp = (part) => Math.min(1, Math.max(0, part));
    byId("shade-before").style.width = `${clamp(this.window.partOf(begin)) * 100}%`;
    byId("shade-after").style.left = `${clamp(this.window.partOf(end)) * 100}%`;
    const chosen = byId("chosen");
    chosen.hidden = !selection;
    if (selection) {
      const [from, to] = [selection.start, selection.end].map((frame) => clamp(this.window.partOf(clip.timeOf(frame))));
      chosen.style.left = `${from * 100}%`;
      chosen.style.width = `${(to - from) * 100}%`;
    }
    const thumb = byId("overview").firstElementChild;
    thumb.style.left = `${(this.window.start / this.window.duration) * 100}%`;
    thumb.style.width = `${(this.window.length / this.window.duration) * 100}%`;
  }
}
