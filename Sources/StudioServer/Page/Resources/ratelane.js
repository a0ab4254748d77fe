/** The lane of the curve: the rate over source time as the server maps it, and the handles of the edits. */
import { byId, element, shape } from "./dom.js";
import { editText, parseEdit } from "./edits.js";
import { frames, handlesOf, limitsOf, movedTo, retimedBy, retimedTo } from "./handles.js";
import { parseRate } from "./rates.js";
import { heightOf, lines, rateAtHeight } from "./ratescale.js";
import { ratePoints } from "./timemap.js";
import { troubleShapes } from "./trouble.js";

export class RateLane {
  constructor(studio, timeline) {
    this.studio = studio;
    this.timeline = timeline;
    this.lane = byId("curve");
    this.drawing = this.lane.querySelector("svg");
    this.box = byId("handles");
    this.knobs = new Map();
  }

  draw() {
    this.#drawCurve();
    this.#placeHandles();
  }

  #drawCurve() {
    const { clientWidth: width, clientHeight: height } = this.lane;
    const { window } = this.timeline;
    const x = (seconds) => window.partOf(seconds) * width;
    const y = (rate) => (0.06 + 0.88 * heightOf(rate)) * height;
    const drawn = lines.flatMap((text) => [
      shape("line", { class: text === "1" ? "grid full" : "grid", x1: 0, x2: width, y1: y(parseRate(text)), y2: y(parseRate(text)) }),
      shape("text", { class: "scale", x: 4, y: y(parseRate(text)) - 3 }, text),
    ]);
    for (const segment of this.studio.map) {
      const { kind, sourceStartSeconds: from, sourceEndSeconds: to, targetStartSeconds, targetEndSeconds } = segment;
      if (to < window.start || from > window.end) continue;
      if (kind === "hold") {
        const lasts = Number((targetEndSeconds - targetStartSeconds).toFixed(3));
        drawn.push(
          shape("line", { class: "hold", x1: x(from), x2: x(from), y1: 0, y2: height }),
          shape("text", { class: "words", x: x(from) + 5, y: height - 6 }, `holds ${lasts} s`),
        );
        continue;
      }
      const points = ratePoints(segment).map(([seconds, rate]) => `${x(seconds).toFixed(2)},${y(rate).toFixed(2)}`);
      const area = [`${x(from).toFixed(2)},${y(1)}`, ...points, `${x(to).toFixed(2)},${y(1)}`].join(" ");
      const className = kind === "reverse" ? "reverse" : "play";
      drawn.push(shape("polygon", { class: `area ${className}`, points: area }));
      drawn.push(shape("polyline", { class: `line ${className}`, points: points.join(" ") }));
      if (kind === "reverse") drawn.push(shape("text", { class: "words", x: Math.min(Math.max(x(from), 0) + 5, width - 76), y: height - 20 }, "◂ backwards"));
    }
    drawn.push(...troubleShapes(this.studio, x, y, height));
    this.drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.drawing.replaceChildren(...drawn);
  }

  #placeHandles() {
    const { clip, document: edit } = this.studio;
    const { window } = this.timeline;
    const wanted = new Set();
    edit.edits.forEach((text, index) => {
      const read = parseEdit(text);
      for (const handle of read ? handlesOf(read, clip) : []) {
        const key = `${index} ${handle.part}`;
        wanted.add(key);
        if (!this.knobs.has(key)) this.#make(key, index, handle.part);
        const knob = this.knobs.get(key);
        const part = window.partOf(handle.seconds);
        knob.hidden = part < -0.001 || part > 1.001;
        knob.className = `knob ${handle.part} ${read.kind}${this.studio.problemOf(`edits[${index}]`) ? " wrong" : ""}`;
        knob.style.left = `${part * 100}%`;
        knob.style.top = `${(0.06 + 0.88 * (handle.rate === null ? 0.5 : heightOf(handle.rate))) * 100}%`;
        knob.setAttribute("aria-label", `Edit ${index + 1}, ${handle.label}`);
        knob.setAttribute("aria-valuemin", "0");
        knob.setAttribute("aria-valuemax", String(clip.duration));
        knob.setAttribute("aria-valuenow", String(handle.seconds));
        knob.setAttribute("aria-valuetext", handle.words);
      }
    });
    for (const [key, knob] of this.knobs) {
      if (wanted.has(key)) continue;
      knob.remove();
      this.knobs.delete(key);
    }
  }

  #make(key, index, part) {
    const knob = element("button", { type: "button", role: "slider" });
    knob.addEventListener("pointerdown", (event) => this.#drag(event, knob, index, part));
    knob.addEventListener("keydown", (event) => this.#key(event, index, part));
    knob.addEventListener("dblclick", () => this.#focusText(index));
    this.knobs.set(key, knob);
    this.box.append(knob);
  }

  #drag(event, knob, index, part) {
    if (event.button !== 0) return;
    event.stopPropagation();
    knob.setPointerCapture(event.pointerId);
    const bounds = this.lane.getBoundingClientRect();
    const begun = { x: event.clientX, y: event.clientY, axis: null, hasMoved: false };
    const move = ({ clientX, clientY }) => {
      if (this.timeline.gestures.isPinching) return;
      const [dx, dy] = [Math.abs(clientX - begun.x), Math.abs(clientY - begun.y)];
      if (!begun.axis && Math.max(dx, dy) < 4) return;
      // One that moves in time and in rate at once would be hard to hold: the first direction counts.
      begun.axis ??= dx > dy ? "time" : "rate";
      const edit = parseEdit(this.studio.document.edits[index] ?? "");
      // It was undone meanwhile.
      if (!edit || (begun.hasMoved && !this.studio.draft)) return stop();
      const seconds = this.timeline.window.timeAt((clientX - bounds.left) / bounds.width);
      const height = ((clientY - bounds.top) / bounds.height - 0.06) / 0.88;
      const changed = begun.axis === "time"
        ? movedTo(edit, part, this.studio.clip.edgeAt(seconds), this.studio.clip, this.#limits(index))
        : retimedTo(edit, part, rateAtHeight(height));
      begun.hasMoved = true;
      this.studio.replaceEdit(index, editText(changed), false);
    };
    const stop = () => {
      knob.removeEventListener("pointermove", move);
      for (const type of ends) knob.removeEventListener(type, end);
    };
    const end = () => {
      stop();
      const text = this.studio.document.edits[index];
      const hasFocus = document.activeElement === knob;
      this.studio.settle();
      if (hasFocus) this.#focus(text, part);
    };
    const ends = ["pointerup", "pointercancel"];
    knob.addEventListener("pointermove", move);
    for (const type of ends) knob.addEventListener(type, end);
  }

  #key(event, index, part) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { studio } = this;
    const edit = parseEdit(studio.document.edits[index]);
    if (!edit) return;
    const { start, end } = frames(edit, studio.clip);
    const at = part === "start" ? start : part === "end" ? end : edit.kind === "hold" ? start : start + Math.floor((end - start) / 2);
    const step = event.shiftKey ? 10 : 1;
    const moved = (by) => movedTo(edit, part, at + by, studio.clip, this.#limits(index));
    const change = {
      ArrowLeft: () => moved(-step), ArrowRight: () => moved(step),
      ArrowUp: () => retimedBy(edit, part, 1), ArrowDown: () => retimedBy(edit, part, -1),
    }[event.key];
    if (change) {
      const text = editText(change());
      studio.replaceEdit(index, text);
      this.#focus(text, part);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      studio.removeEdit(index);
      byId("head").focus();
    } else if (event.key === "Enter") {
      this.#focusText(index);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Edits change places where one passes another: the focus stays with the edit. */
  #focus(text, part) {
    this.draw();
    this.knobs.get(`${this.studio.document.edits.indexOf(text)} ${part}`)?.focus();
  }

  #limits(index) { return limitsOf(this.studio.document.edits.map(parseEdit), index, this.studio.clip); }

  #focusText(index) { document.querySelector(`#edits li:nth-child(${index + 1}) input`)?.focus(); }
}
