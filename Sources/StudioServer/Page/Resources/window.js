/** The part of a clip that the timeline shows. A value. No DOM. */
export class TimeWindow {
  /** The least that is shown, in seconds. */
  static least = 0.02;

  /** From `start` to `end` seconds of a clip of `duration` seconds. */
  constructor(duration, start = 0, end = duration) {
    this.duration = Math.max(duration, TimeWindow.least);
    const length = Math.min(Math.max(end - start, TimeWindow.least), this.duration);
    this.start = Math.min(Math.max(0, start), this.duration - length);
    this.end = this.start + length;
  }

  get length() { return this.end - this.start; }

  /** Where an instant is, from 0 to 1 across the view; beyond them outside of it. */
  partOf(time) { return (time - this.start) / this.length; }

  /** The instant at a part of the width. */
  timeAt(part) { return this.start + this.length * part; }

  /** Shows `factor` times as much; what is at a part of the width stays there. */
  zoomed(factor, part = 0.5) {
    const length = Math.min(Math.max(this.length * factor, TimeWindow.least), this.duration);
    const start = this.timeAt(part) - length * part;
    return new TimeWindow(this.duration, start, start + length);
  }

  /** Moves on by a part of the width. */
  moved(part) {
    const by = this.length * part;
    return new TimeWindow(this.duration, this.start + by, this.end + by);
  }

  /** The same length, moved so far that an instant is seen. */
  showing(time) {
    if (time >= this.start && time <= this.end) return this;
    const start = time < this.start ? time - this.length * 0.1 : time - this.length * 0.9;
    return new TimeWindow(this.duration, start, start + this.length);
  }

  /** Instants for a ruler, at most `most` of them: `{step, times}`. */
  ticks(most) {
    const least = this.length / Math.max(1, most);
    const unit = 10 ** Math.floor(Math.log10(least));
    const steps = [...[1, 2, 5, 10].map((times) => times * unit), 15, 30, 60, 120, 300, 600, 900, 1800, 3600]
      .filter((step) => step <= 10 * unit || least > 5);
    const step = steps.sort((a, b) => a - b).find((candidate) => candidate >= least) ?? 3600;
    const first = Math.ceil(this.start / step - 1e-9);
    const last = Math.floor(this.end / step + 1e-9);
    return { step, times: Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step) };
  }
}
