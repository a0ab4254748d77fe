/**
 * Plays several renderings of one length in step. All of them start at the same instant of the audio clock, and then only
 * gains change. So a switch keeps the position to the sample, and leaves no gap.
 */
class Deck {
  /** The length of a fade in seconds: without it a switch would click. */
  static fade = 0.006;

  /**
   * How far ahead of the clock changes are scheduled, in seconds, so that none comes late. Firefox mixes ahead, and does not
   * say how far.
   */
  static lead = 0.05;

  /** @param {BaseAudioContext} context Everything follows its clock. */
  constructor(context) {
    this.context = context;
    this.output = context.createGain();
    this.output.connect(context.destination);
    this.channels = [];
    this.chosen = 0;
    this.isPlaying = false;
    this.loops = false;
    /** The length of the renderings in seconds; 0 before any is there. */
    this.duration = 0;
    this.offset = 0;
    this.startedAt = 0;
    this.onEnd = () => {};
  }

  /** Loads renderings: `[{buffer, level}]`. Buffers have one length; `level` is a linear gain. */
  load(renderings) {
    this.pause();
    for (const channel of this.channels) channel.gain.disconnect();
    this.channels = renderings.map(({ buffer, level }) => {
      const gain = this.context.createGain();
      gain.gain.value = 0;
      gain.connect(this.output);
      return { buffer, level, gain, source: null, fade: { from: 0, to: 0, start: 0 } };
    });
    this.duration = renderings[0]?.buffer.duration ?? 0;
    this.chosen = Math.min(this.chosen, Math.max(0, this.channels.length - 1));
    this.offset = Math.min(this.offset, this.duration);
    this.#settle(this.#soon);
  }

  /** Switches to another rendering at an instant of the audio clock, in seconds. */
  choose(index, at = this.#soon) {
    if (!this.channels[index]) return;
    this.chosen = index;
    this.#settle(at);
  }

  /** Sets the linear gains of all renderings. */
  setLevels(levels) {
    this.channels.forEach((channel, index) => { channel.level = levels[index]; });
    this.#settle(this.#soon);
  }

  play() {
    if (this.isPlaying || this.channels.length === 0) return;
    if (this.offset >= this.duration) this.offset = 0;
    // Between two samples the browser would interpolate.
    this.offset = this.#whole(this.offset);
    const at = this.#soon;
    this.startedAt = at;
    this.isPlaying = true;
    this.output.gain.setValueAtTime(0, at);
    this.output.gain.linearRampToValueAtTime(1, at + Deck.fade);
    for (const channel of this.channels) {
      const source = new AudioBufferSourceNode(this.context, { buffer: channel.buffer, loop: this.loops });
      source.connect(channel.gain);
      source.start(at, this.offset);
      channel.source = source;
    }
    this.channels[0].source.onended = () => {
      this.pause();
      this.offset = this.duration;
      this.onEnd();
    };
  }

  pause() {
    if (!this.isPlaying) return;
    this.offset = this.position;
    this.isPlaying = false;
    const now = this.context.currentTime;
    this.output.gain.cancelScheduledValues(now);
    this.output.gain.setValueAtTime(now < this.startedAt ? 0 : 1, now);
    this.output.gain.linearRampToValueAtTime(0, now + Deck.fade);
    for (const channel of this.channels) {
      channel.source.onended = null;
      channel.source.stop(now + Deck.fade);
      channel.source = null;
    }
  }

  seek(position) {
    const wasPlaying = this.isPlaying;
    this.pause();
    const end = this.duration;
    this.offset = Math.max(0, wasPlaying && this.loops && end > 0 ? position % end : Math.min(position, end));
    if (wasPlaying && this.offset < end) this.play();
    else if (wasPlaying) this.onEnd();
  }

  setLoops(loops) {
    const place = this.position;
    this.loops = loops;
    if (this.isPlaying) this.seek(place);
  }

  /** The position in seconds, by the audio clock. */
  get position() {
    if (!this.isPlaying) return this.offset;
    // What is heard now was given to the device some time ago.
    const time = this.context.currentTime - (this.context.outputLatency ?? 0);
    const run = this.offset + Math.max(0, time - this.startedAt);
    return this.loops ? run % this.duration : Math.min(run, this.duration);
  }

  /** The instant of the next sample for which a change can be scheduled, in seconds. */
  get #soon() { return this.#whole(this.context.currentTime + (this.context.baseLatency ?? 0) + Deck.lead); }

  #whole(time) { return Math.ceil(time * this.context.sampleRate) / this.context.sampleRate; }

  /** Fades every gain from its present value to its new one. */
  #settle(at) {
    this.channels.forEach((channel, index) => {
      const from = Deck.#valueAt(channel.fade, at);
      const to = index === this.chosen ? channel.level : 0;
      const parameter = channel.gain.gain;
      parameter.cancelScheduledValues(at);
      parameter.setValueAtTime(from, at);
      parameter.linearRampToValueAtTime(to, at + Deck.fade);
      channel.fade = { from, to, start: at };
    });
  }

  static #valueAt({ from, to, start }, time) {
    const part = Math.min(1, Math.max(0, (time - start) / Deck.fade));
    return from + (to - from) * part;
  }
}
