/** Pointers, fingers and the wheel on the timeline: scrubbing, drawing on the curve, zooming and moving. */
import { byId } from "./dom.js";
import { nearestRate } from "./rates.js";
import { rateAtHeight } from "./ratescale.js";

export class Gestures {
  constructor(studio, timeline) {
    this.studio = studio;
    this.timeline = timeline;
    this.tool = "rate";
    /** Fingers that are down: `{x, y}` by the pointer's number. */
    this.fingers = new Map();
    const { box } = timeline;
    // Before a handle takes it: two fingers are a pinch wherever they are.
    box.addEventListener("pointerdown", (event) => this.#count(event), { capture: true });
    box.addEventListener("pointerdown", (event) => this.#down(event));
    box.addEventListener("pointermove", (event) => this.#move(event));
    for (const type of ["pointerup", "pointercancel"]) box.addEventListener(type, (event) => this.#up(event));
    box.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    byId("overview").addEventListener("pointerdown", (event) => this.#overview(event));
  }

  /** What a drag on the curve draws: `rate`, `ramp`, `smooth`, `hold`, `reverse` or `select`. */
  choose(tool) {
    this.tool = tool;
    for (const button of byId("tools").children) {
      const isChosen = button.dataset.tool === tool;
      button.setAttribute("aria-checked", String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
    }
  }

  /** Whether two fingers are down: nothing else is moved then. */
  get isPinching() { return this.fingers.size > 1; }

  #count(event) {
    if (event.button !== 0) return;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size !== 2) return;
    // A second finger makes it a pinch: what the first one began is dropped.
    this.action = null;
    this.studio.select(null);
    this.pinch = this.#spread();
    event.stopPropagation();
    this.timeline.box.setPointerCapture(event.pointerId);
  }

  #down(event) {
    if (event.button !== 0) return;
    this.timeline.box.setPointerCapture(event.pointerId);
    const isCurve = event.target.closest("#curve") !== null;
    this.action = isCurve ? this.#drawing(event) : { kind: "scrub" };
    if (!isCurve) this.#scrub(event.clientX);
  }

  #move(event) {
    if (!this.fingers.has(event.pointerId)) return;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.isPinching) return this.#pinch();
    if (this.action?.kind === "scrub") this.#scrub(event.clientX);
    if (this.action?.kind === "draw") {
      this.action.to = this.#point(event);
      const frames = [this.action.from.frame, this.action.to.frame];
      if (this.tool !== "hold") this.studio.select({ start: Math.min(...frames), end: Math.max(...frames) });
    }
  }

  #up(event) {
    if (!this.fingers.delete(event.pointerId)) return;
    const { action } = this;
    this.action = null;
    if (action?.kind !== "draw" || event.type === "pointercancel") return;
    const [from, to] = [action.from, action.to].sort((a, b) => a.frame - b.frame);
    const hasMoved = Math.abs(action.to.x - action.from.x) >= 4;
    if (this.tool === "hold") return this.addHold(from.frame);
    if (!hasMoved || from.frame === to.frame) {
      this.studio.select(null);
      return this.studio.go(action.from.frame);
    }
    this.studio.select({ start: from.frame, end: to.frame });
    if (this.tool !== "select") this.addRange(from.rate, to.rate);
  }

  /** Adds an edit of the chosen kind over the selection, at rates. */
  addRange(rate, rateEnd) {
    const { clip, selection } = this.studio;
    if (!selection) return;
    const range = `${clip.edgeText(selection.start, false)}..${clip.edgeText(selection.end, true)}`;
    const text = {
      rate: `${range}@${nearestRate(rate)}`,
      ramp: `${range}@${nearestRate(rate)}..${nearestRate(rateEnd)}`,
      smooth: `${range}@${nearestRate(rate)}..${nearestRate(rateEnd)} smooth`,
      reverse: `${range}@-${nearestRate(rate)}`,
    }[this.tool];
    if (text) this.studio.addEdit(text);
  }

  /** Adds a hold of a second. */
  addHold(frame) {
    const { clip } = this.studio;
    this.studio.addEdit(`${clip.instantText(Math.min(Math.max(0, frame), clip.frames - 1))}+1s`);
  }

  #drawing(event) {
    const point = this.#point(event);
    return { kind: "draw", from: point, to: point };
  }

  /** Where a pointer is: the frame edge that is nearest, and the rate of the height. */
  #point({ clientX, clientY }) {
    const { top, height } = byId("curve").getBoundingClientRect();
    const part = Math.min(1, Math.max(0, ((clientY - top) / height - 0.06) / 0.88));
    return { x: clientX, frame: this.studio.clip.edgeAt(this.timeline.timeAt(clientX)), rate: rateAtHeight(part) };
  }

  #scrub(clientX) { this.studio.go(this.studio.clip.frameAt(Math.max(0, this.timeline.timeAt(clientX)))); }

  #spread() {
    const [a, b] = [...this.fingers.values()];
    return { distance: Math.max(20, Math.abs(a.x - b.x)), middle: (a.x + b.x) / 2 };
  }

  #pinch() {
    const { left, width } = this.timeline.box.getBoundingClientRect();
    const now = this.#spread();
    const moved = this.timeline.window.moved((this.pinch.middle - now.middle) / width);
    this.timeline.look(moved.zoomed(this.pinch.distance / now.distance, (now.middle - left) / width));
    this.pinch = now;
  }

  #wheel(event) {
    event.preventDefault();
    const { left, width } = this.timeline.box.getBoundingClientRect();
    const unit = event.deltaMode === 1 ? 16 : 1;
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : event.shiftKey ? event.deltaY : 0;
    if (sideways) return this.timeline.look(this.timeline.window.moved((sideways * unit) / width));
    this.timeline.zoom(1.0018 ** (event.deltaY * unit), (event.clientX - left) / width);
  }

  #overview(event) {
    if (event.button !== 0) return;
    const box = byId("overview");
    box.setPointerCapture(event.pointerId);
    const go = ({ clientX }) => {
      const { left, width } = box.getBoundingClientRect();
      const { window } = this.timeline;
      const middle = ((clientX - left) / width) * window.duration;
      this.timeline.look(window.moved((middle - (window.start + window.end) / 2) / window.length));
    };
    go(event);
    box.addEventListener("pointermove", go);
    box.addEventListener("lostpointercapture", () => box.removeEventListener("pointermove", go), { once: true });
  }
}
