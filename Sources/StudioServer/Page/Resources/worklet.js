/**
 * Plays pieces of sound one after the other, to the sample. It runs in the audio thread.
 *
 * A run counts samples from where playing began. Messages in: `{run, channels, joins}`, a piece whose first sample is that of
 * the run. It replaces what was there from that sample on; where `joins` is true, it is faded over. `{stop: true}` ends all.
 * Messages out: `{run, time, isStarving}`: the sample that the context plays at `time`.
 */
class PieceProcessor extends AudioWorkletProcessor {
  /** The length of a fade between algorithms, in samples. */
  static fade = 256;

  /** How often it says where it is, in blocks. */
  static reports = 4;

  constructor() {
    super();
    /** `{run, end, channels, joins}`, in order. They do not overlap. */
    this.pieces = [];
    /** What is faded out. */
    this.old = [];
    this.run = 0;
    this.blocks = 0;
    this.isStarving = true;
    this.isOver = false;
    this.port.onmessage = ({ data }) => this.#take(data);
  }

  #take({ run, channels, joins, stop }) {
    if (stop) {
      this.isOver = true;
      return;
    }
    // One that comes late begins where playing is.
    const late = Math.max(0, this.run - run);
    const end = run + channels[0].length;
    if (run + late >= end) return;
    const piece = { run: run + late, end, channels: channels.map((samples) => samples.subarray(late)), joins };
    if (joins) this.old = this.pieces;
    const before = this.pieces.filter((other) => other.run < piece.run);
    this.pieces = [...before.map((other) => ({ ...other, end: Math.min(other.end, piece.run) })), piece];
  }

  process(_, [output]) {
    if (this.isOver) return false;
    const was = this.isStarving;
    const count = output[0].length;
    const time = currentFrame / sampleRate;
    const begin = this.run;
    this.isStarving = !PieceProcessor.#piece(this.pieces, begin + count - 1);
    // It waits rather than skips: the clock waits with it, and so do the pictures.
    if (!this.isStarving) {
      for (let index = 0; index < count; index += 1) this.#write(output, index, begin + index);
      this.run += count;
      this.pieces = this.pieces.filter(({ end }) => end > this.run);
      this.old = this.old.filter(({ end }) => end > this.run);
    }
    if (was !== this.isStarving || this.blocks % PieceProcessor.reports === 0) {
      this.port.postMessage({ run: begin, time, isStarving: this.isStarving });
    }
    this.blocks += 1;
    return true;
  }

  static #piece(pieces, run) { return pieces.find((piece) => run >= piece.run && run < piece.end); }

  #write(output, index, run) {
    const piece = PieceProcessor.#piece(this.pieces, run);
    if (!piece) return;
    const part = (run - piece.run) / PieceProcessor.fade;
    const before = piece.joins && part < 1 ? PieceProcessor.#piece(this.old, run) : undefined;
    output.forEach((channel, number) => {
      const sample = (from) => from.channels[Math.min(number, from.channels.length - 1)][run - from.run];
      channel[index] = before ? sample(before) * (1 - part) + sample(piece) * part : sample(piece);
    });
  }
}

registerProcessor("pieces", PieceProcessor);
