/** The result before it is exported: which frame it shows when, asked for in pieces. */
import { bytes, post } from "./server.js";

export class Preview {
  /** Instants for which frames are asked, in each second of the result, and the seconds of a piece. */
  static rate = 240;
  static piece = 2;

  static async of(document) { return new Preview(await post("preview", { document })); }

  /** `facts` is the server's answer. */
  constructor(facts) {
    this.facts = { ...facts, sampleRate: facts.sampleRate || 48000 };
    this.pieces = new Map();
  }

  get duration() { return this.facts.targetDurationSeconds; }

  /** The source frame of a clip (0 or 1) at a target instant; `undefined` while it is not known, and where there is none. */
  frameAt(target, clip = 0) {
    const index = Math.max(0, Math.floor(target * Preview.rate + 1e-6));
    const count = Preview.rate * Preview.piece;
    const piece = this.#piece(Math.floor(index / count), clip);
    const frame = piece?.[index % count];
    return frame === undefined || frame < 0 ? undefined : frame;
  }

  /** The frames of a piece, which are asked for where they are not known. */
  #piece(number, clip) {
    const key = `${clip} ${number}`;
    if (this.pieces.has(key) || number * Preview.piece >= this.duration) return this.pieces.get(key);
    this.pieces.set(key, null);
    const query = `from=${number * Preview.piece}&count=${Preview.rate * Preview.piece}&rate=${Preview.rate}&pane=${clip}`;
    bytes(`preview/${this.facts.id}/frames?${query}`)
      .then((answer) => this.pieces.set(key, new Int32Array(answer)))
      .catch(() => this.pieces.delete(key));
    return undefined;
  }
}
