/** The waveform under the filmstrip: the lowest and highest sample of each column, asked for as the view changes. */
import { byId, colour, debounced, fitted } from "./dom.js";
import { waveform } from "./server.js";

export class Waveform {
  /** Before what is not known yet is asked for again, in milliseconds. */
  static pause = 700;
  /** The same after a failure. */
  static patience = 3000;

  constructor(studio, timeline) {
    this.studio = studio;
    this.timeline = timeline;
    this.canvas = byId("wave").querySelector("canvas");
    this.shown = null;
    this.number = 0;
    this.ask = debounced(60, () => this.#load());
  }

  draw() {
    const { clip } = this.studio;
    const { window } = this.timeline;
    const { context, width, height } = fitted(this.canvas);
    if (!clip.hasAudio) return;
    const key = `${clip.id} ${window.start} ${window.end} ${width}`;
    if (this.key !== key) {
      this.key = key;
      this.ask();
    }
    if (!this.shown || this.shown.clip !== clip.id) return;
    const { from, to, peaks } = this.shown;
    const count = peaks.length / 2;
    context.fillStyle = colour("wave");
    for (let column = 0; column < width; column += 1) {
      const [begin, end] = [0, 1].map((more) => ((window.timeAt((column + more) / width) - from) / (to - from)) * count);
      if (end <= 0 || begin >= count) continue;
      let [low, high] = [1, -1];
      for (let index = Math.max(0, Math.floor(begin)); index < Math.min(count, Math.max(Math.floor(begin) + 1, Math.floor(end))); index += 1) {
        low = Math.min(low, peaks[2 * index]);
        high = Math.max(high, peaks[2 * index + 1]);
      }
      const top = (1 - high) * 0.5 * height;
      context.fillRect(column, top, 1, Math.max(1, (high - low) * 0.5 * height));
    }
  }

  async #load() {
    const { clip } = this.studio;
    if (!clip.hasAudio) return;
    const { window } = this.timeline;
    const number = (this.number += 1);
    // Half a view more on each side, so that moving shows something at once.
    const from = Math.max(0, window.start - window.length / 2);
    const to = Math.min(clip.duration, window.end + window.length / 2);
    const count = Math.max(1, Math.round((this.canvas.clientWidth * (to - from)) / window.length));
    try {
      const { answer, isComplete } = await waveform(`clips/${clip.id}/waveform?from=${from}&to=${to}&count=${count}`);
      if (number !== this.number) return;
      this.shown = { clip: clip.id, from, to, peaks: new Float32Array(answer) };
      // Of a long clip more comes later.
      if (!isComplete) this.#loadAgain(number, Waveform.pause);
      this.timeline.redraw();
    } catch {
      // Without a waveform the timeline is still of use; the server's reason was said when the clip was opened.
      this.#loadAgain(number, Waveform.patience);
    }
  }

  #loadAgain(number, pause) { setTimeout(() => { if (number === this.number) this.#load(); }, pause); }
}
