/** The ruler: times, flags of marks, and the handles of in and out. */
import { byId, colour, element, fitted, property } from "./dom.js";
import { clockText, parseTime } from "./time.js";

export class Ruler {
  constructor(studio, timeline) {
    this.studio = studio;
    this.timeline = timeline;
    this.canvas = byId("ruler").querySelector("canvas");
    this.flags = byId("flags");
    this.ends = { in: this.#end("in"), out: this.#end("out") };
    this.shown = "";
    byId("ruler").append(this.ends.in, this.ends.out);
  }

  draw() {
    this.#drawTimes();
    this.#placeFlags();
    this.#placeEnds();
  }

  #drawTimes() {
    const { window } = this.timeline;
    const { context, width, height } = fitted(this.canvas);
    const { step, times } = window.ticks(width / 76);
    context.fillStyle = colour("quiet");
    context.font = `11px ${property("figures")}`;
    const decimals = Math.max(0, Math.min(4, Math.ceil(-Math.log10(step) - 1e-9)));
    for (const time of times) {
      const x = window.partOf(time) * width;
      context.fillRect(x, height - 5, 1, 5);
      context.fillText(clockText(time, decimals), x + 3, height - 5);
    }
    // Where single frames can be seen, each has a line.
    const { clip } = this.studio;
    if ((clip.frameLength / window.length) * width < 6) return;
    for (let frame = clip.frameAt(window.start); frame <= clip.frameAt(window.end); frame += 1) {
      context.fillRect(window.partOf(clip.timeOf(frame)) * width, height - 3, 1, 3);
    }
  }

  #placeFlags() {
    const { marks } = this.studio;
    const { window } = this.timeline;
    const key = JSON.stringify(marks);
    if (key !== this.shown) {
      this.shown = key;
      this.flags.replaceChildren(...marks.map(({ title, seconds, own }) => {
        const flag = element("button", { type: "button", className: own === undefined ? "flag" : "flag own", title }, title);
        flag.setAttribute("aria-label", `Mark: ${title}, ${clockText(seconds)}`);
        // The timeline would take the pointer, and the click with it.
        flag.addEventListener("pointerdown", (event) => event.stopPropagation());
        flag.addEventListener("click", () => this.studio.go(this.studio.clip.frameAt(seconds)));
        return flag;
      }));
    }
    marks.forEach(({ seconds }, index) => {
      const part = window.partOf(seconds);
      const flag = this.flags.children[index];
      flag.hidden = part < 0 || part > 1;
      flag.style.left = `${part * 100}%`;
    });
  }

  #placeEnds() {
    const { clip, document: edit } = this.studio;
    const { window } = this.timeline;
    for (const name of ["in", "out"]) {
      const seconds = edit[name] ? parseTime(edit[name], clip) : null;
      const at = seconds ?? (name === "in" ? 0 : clip.duration);
      const knob = this.ends[name];
      const part = window.partOf(at);
      knob.hidden = part < -0.001 || part > 1.001;
      knob.style.left = `${part * 100}%`;
      knob.classList.toggle("set", seconds !== null);
      knob.setAttribute("aria-valuemin", "0");
      knob.setAttribute("aria-valuemax", String(clip.duration));
      knob.setAttribute("aria-valuenow", String(at));
      knob.setAttribute("aria-valuetext", clockText(at));
    }
  }

  #end(name) {
    const knob = element("button", { type: "button", role: "slider", className: `edge ${name}` });
    knob.setAttribute("aria-label", name === "in" ? "In: the result begins here" : "Out: the result ends here");
    const put = (frame, isLasting) => {
      const { clip, document: edit } = this.studio;
      const edge = (other, without) => clip.edgeAt((edit[other] ? parseTime(edit[other], clip) : null) ?? without);
      // At least a frame is played.
      const within = name === "in"
        ? Math.max(clip.firstEdge, Math.min(frame, edge("out", clip.duration) - 1))
        : Math.min(clip.frames, Math.max(frame, edge("in", 0) + 1));
      this.studio.change({ [name]: clip.edgeText(within, name === "out") || null }, isLasting);
    };
    knob.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      event.stopPropagation();
      knob.setPointerCapture(event.pointerId);
      const move = ({ clientX }) => put(this.studio.clip.edgeAt(this.timeline.timeAt(clientX)), false);
      const done = () => { knob.removeEventListener("pointermove", move); this.studio.settle(); };
      knob.addEventListener("pointermove", move);
      knob.addEventListener("pointerup", done, { once: true });
      knob.addEventListener("pointercancel", done, { once: true });
    });
    knob.addEventListener("keydown", (event) => {
      const { clip, document: edit } = this.studio;
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key] * (event.shiftKey ? 10 : 1);
      if (event.key === "Delete") this.studio.change({ [name]: null });
      else if (step) put(clip.edgeAt(edit[name] ? parseTime(edit[name], clip) : name === "in" ? 0 : clip.duration) + step, true);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    return knob;
  }
}
