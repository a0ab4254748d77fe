/** Where in the result playing is after a run of samples: from a place to the end, or around a loop. No DOM. */
export class Course {
  /** All in samples of the result. `loop` is `{from, to}` or `null`; playing that begins behind it goes to the end. */
  constructor(start, total, loop = null) {
    this.loop = loop && loop.to - loop.from > 0 && start < loop.to ? loop : null;
    this.start = start;
    this.end = this.loop ? this.loop.to : total;
  }

  /** The length of the run; without end where it loops. */
  get length() { return this.loop ? Infinity : Math.max(0, this.end - this.start); }

  /** The place in the result. */
  placeAt(run) {
    const first = this.end - this.start;
    if (run < first) return this.start + run;
    if (!this.loop) return this.end;
    return this.loop.from + ((run - first) % (this.loop.to - this.loop.from));
  }

  /** How many samples follow on one another in the result from a run on, `most` at most. */
  straightFrom(run, most) { return Math.max(0, Math.min(most, this.end - this.placeAt(run))); }
}
