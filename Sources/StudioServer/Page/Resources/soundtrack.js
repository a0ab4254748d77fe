/** The sound of the result, asked for in pieces ahead of what is heard, and the clock that the pictures follow. */
import { bytes } from "./server.js";

export class Soundtrack {
  /** In seconds: how far ahead pieces are asked for, how long they are, and how long the first one is. */
  static ahead = 1.5;
  static piece = 0.5;
  static first = 0.1;

  /** In seconds: how far ahead of what is played another algorithm begins. */
  static lead = 0.2;

  static #contexts = new Map();

  /** `preview` is the server's answer; `course` says what is played. */
  constructor(preview, course, algorithm) {
    this.preview = preview;
    this.course = course;
    this.algorithm = algorithm;
    this.next = 0;
    /** Up to where pieces were given to the audio thread, without a gap. */
    this.end = 0;
    this.joins = false;
    this.reports = [];
    this.latest = 0;
    this.isStopped = false;
    this.onError = () => {};
  }

  /** Begins; the promise is kept once the audio device runs. */
  async start() {
    const { sampleRate, channels } = this.preview;
    this.context = await Soundtrack.#context(sampleRate);
    if (this.isStopped) return;
    this.node = new AudioWorkletNode(this.context, "pieces", { numberOfInputs: 0, outputChannelCount: [channels] });
    this.node.port.onmessage = ({ data }) => {
      this.reports = [...this.reports.slice(-99), data];
      this.#fill();
    };
    this.node.connect(this.context.destination);
    this.#fill();
    await Promise.race([this.context.resume(), new Promise((_, fail) => setTimeout(() => fail(new Error("There is no audio device.")), 2000))]);
  }

  stop() {
    this.isStopped = true;
    this.asked?.abort();
    this.node?.port.postMessage({ stop: true });
    this.node?.disconnect();
  }

  /** Goes on with another algorithm at the same place. */
  change(algorithm) {
    this.algorithm = algorithm;
    this.asked?.abort();
    this.asked = null;
    this.next = this.#join;
    this.joins = true;
    this.#fill();
  }

  /** The run that is heard now, in samples. What was heard stays heard: the browser's times go back by some hundredths of a second. */
  get heard() {
    this.latest = Math.max(this.latest, this.#heardNow);
    return this.latest;
  }

  get #heardNow() {
    const { context, reports } = this;
    if (!context || reports.length === 0) return 0;
    const stamp = context.getOutputTimestamp?.();
    const isKnown = stamp?.performanceTime > 0;
    const time = isKnown
      ? stamp.contextTime + (performance.now() - stamp.performanceTime) / 1000
      : context.currentTime - (context.outputLatency || context.baseLatency || 0);
    const report = reports.findLast((report) => report.time <= time) ?? reports[0];
    if (report.isStarving) return report.run;
    return Math.max(0, report.run + Math.max(0, time - report.time) * this.preview.sampleRate);
  }

  /** The run that the audio thread has come to. */
  get #played() { return this.reports.at(-1)?.run ?? 0; }

  /** Where another algorithm begins: a little ahead of what is played, but not beyond what is there. */
  get #join() { return Math.min(this.end, this.#played + Math.round(Soundtrack.lead * this.preview.sampleRate)); }

  /** Asks for the next piece, one at a time. */
  async #fill() {
    const { sampleRate, id } = this.preview;
    if (this.isStopped || this.asked || !this.node) return;
    if (this.next >= this.#played + Soundtrack.ahead * sampleRate || this.next >= this.course.length) return;
    if (this.joins && this.next < this.#played) this.next = this.#join;
    const asked = (this.asked = new AbortController());
    const length = this.next === 0 || this.joins ? Soundtrack.first : Soundtrack.piece;
    const run = this.next;
    const count = this.course.straightFrom(run, Math.round(length * sampleRate));
    const query = `algorithm=${encodeURIComponent(this.algorithm)}&from=${Math.round(this.course.placeAt(run))}&count=${count}`;
    try {
      const samples = new Float32Array(await bytes(`preview/${id}/sound?${query}`, asked.signal));
      if (asked !== this.asked) return;
      // What comes when it has been played already is asked for anew, farther ahead: it would join nothing.
      if (!this.joins || run + count > this.#played) {
        this.#send(run, count, samples);
        this.joins = false;
        this.next = this.end = run + count;
      }
    } catch (error) {
      if (error.name === "AbortError" || this.isStopped) return;
      this.isStopped = true;
      this.onError(error);
      return;
    } finally {
      if (asked === this.asked) this.asked = null;
    }
    this.#fill();
  }

  /** Gives a piece to the audio thread. The last one has silence behind it, as blocks are played whole. */
  #send(run, count, samples) {
    const { channels } = this.preview;
    const isLast = run + count >= this.course.length;
    const planes = Array.from({ length: channels }, (_, channel) => {
      const plane = new Float32Array(count + (isLast ? 4096 : 0));
      for (let index = 0; index < count; index += 1) plane[index] = samples[index * channels + channel] ?? 0;
      return plane;
    });
    this.node.port.postMessage({ run, channels: planes, joins: this.joins }, planes.map(({ buffer }) => buffer));
  }

  /** One context for each sample rate: at the result's own nothing is resampled. */
  static async #context(sampleRate) {
    if (!Soundtrack.#contexts.has(sampleRate)) {
      const context = new AudioContext({ sampleRate, latencyHint: "interactive" });
      const module = new URL("worklet.js", import.meta.url);
      Soundtrack.#contexts.set(sampleRate, context.audioWorklet.addModule(module).then(() => context));
    }
    return Soundtrack.#contexts.get(sampleRate);
  }
}

/** The clock of a result without sound: as `Soundtrack`, in the same unit. */
export class SilentClock {
  constructor(preview, course) {
    this.preview = preview;
    this.course = course;
  }

  async start() { this.began = performance.now(); }
  stop() {}
  change() {}
  get heard() { return this.began === undefined ? 0 : ((performance.now() - this.began) / 1000) * this.preview.sampleRate; }
}
