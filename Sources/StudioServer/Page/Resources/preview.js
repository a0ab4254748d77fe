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
    /** Why its frames cannot be told; the preview is of no use then. */
    this.error = null;
  }

  get duration() { return this.facts.targetDurationSeconds; }

  /** What stands for frames where none is shown, and where it is not known yet which. */
  static none = -1;
  static unknown = -2;

  /** How long it takes until frames that are not known are asked for again, in milliseconds. */
  static pause = 500;

  /** The source frame of a clip (0 or 1) at a target instant; `null` where there is none, and `undefined` while it is not known. */
  frameAt(target, clip = 0) {
    const index = Math.max(0, Math.floor(target * Preview.rate + 1e-6));
    const count = Preview.rate * Preview.piece;
    const piece = this.#piece(Math.floor(index / count), clip);
    const frame = piece?.[index % count];
    if (frame === Preview.none) return null;
    return frame === Preview.unknown ? undefined : frame;
  }

  /** The frames of a piece, which are asked for where they are not known. */
  #piece(number, clip) {
    const key = `${clip} ${number}`;
    if (this.pieces.has(key) || number * Preview.piece >= this.duration) return this.pieces.get(key);
    this.pieces.set(key, null);
    const query = `from=${number * Preview.piece}&count=${Preview.rate * Preview.piece}&rate=${Preview.rate}&pane=${clip}`;
    bytes(`preview/${this.facts.id}/frames?${query}`)
      .then((answer) => {
        const frames = new Int32Array(answer);
        this.pieces.set(key, frames);
        // Of a clip that is still being read.
        if (frames.includes(Preview.unknown)) setTimeout(() => this.pieces.delete(key), Preview.pause);
      })
      .catch((error) => { this.error = error; });
    return undefined;
  }
}
