/** A clip and the instants of its frames. One without frames is walked through in hundredths of a second. No DOM. */
import { secondsText } from "./time.js";

export class Clip {
  /** @param {object} facts What the server says of it. @param {Float64Array} times Seconds of each frame that is shown. */
  constructor(facts, times) {
    this.update(facts);
    this.times = times;
  }

  /** Takes what is known by now. */
  update(facts) {
    Object.assign(this, { ...facts, duration: facts.durationSeconds, exactDuration: facts.duration });
    if (!this.hasVideo) Object.assign(this, { rateSeconds: 100, frames: Math.max(1, Math.ceil(this.duration * 100)) });
  }

  /** How long a frame lasts on average, in seconds. */
  get frameLength() { return this.rateSeconds > 0 ? 1 / this.rateSeconds : 1 / 30; }

  /** The number of the frame that is shown at an instant. */
  frameAt(seconds) {
    let [low, high] = [0, Math.max(0, this.frames - 1)];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.timeOf(middle) <= seconds + 1e-7) low = middle; else high = middle - 1;
    }
    return low;
  }

  /** The number of the clip's beginning among the edges of frames: 0, or -1 where audio begins well before the first frame. */
  get firstEdge() { return this.timeOf(0) < this.frameLength / 2 ? 0 : -1; }

  /** The number of the frame whose beginning is nearest to an instant; the one after the last is the end, and `firstEdge` the beginning. */
  edgeAt(seconds) {
    if (seconds < this.timeOf(0) / 2) return this.firstEdge;
    const frame = this.frameAt(seconds);
    return seconds - this.timeOf(frame) > this.timeOf(frame + 1) - seconds ? frame + 1 : frame;
  }

  /**
   * The instant of a frame; that of the one after the last is the end, that of the one before the first the beginning.
   * Of one that is not known yet it is reckoned from the last that is.
   */
  timeOf(frame) {
    if (frame < 0) return 0;
    if (frame > 0 && frame >= this.frames) return this.duration;
    const beyond = frame - Math.max(0, this.times.length - 1);
    return this.times[frame] ?? Math.min((this.times.at(-1) ?? 0) + beyond * this.frameLength, this.duration);
  }

  /** How a frame's instant is written: `360f`, exact whatever the rate. One that is not known yet is the time that was pointed at. */
  instantText(frame) {
    const isKnown = this.hasVideo && (this.complete || frame < this.times.length);
    return isKnown ? `${frame}f` : secondsText(this.timeOf(frame));
  }

  /** The same for the end of a range: the beginning and the end of the clip are empty. The last frame that is known by now is no end. */
  edgeText(frame, isEnd) {
    const isEdge = isEnd ? frame >= this.frames && (this.complete || this.frames > this.times.length) : frame <= this.firstEdge;
    return isEdge ? "" : this.instantText(frame);
  }
}
