/** Pictures of frames that are kept, up to a limit in bytes; those that were not used for longest go first. */
export class Pictures {
  /** In bytes, at four a pixel. */
  static limit = 256 << 20;

  constructor() {
    this.kept = new Map();
    this.size = 0;
  }

  static key(clip, frame) { return `${clip}:${frame}`; }

  /** The picture of a frame that is at least `width` pixels wide; `undefined` where there is none. */
  find(clip, frame, width = 0) {
    const key = Pictures.key(clip, frame);
    const bitmap = this.kept.get(key);
    if (!bitmap || bitmap.width < width) return undefined;
    this.kept.delete(key);
    this.kept.set(key, bitmap);
    return bitmap;
  }

  keep(clip, frame, bitmap) {
    const key = Pictures.key(clip, frame);
    const old = this.kept.get(key);
    if (old && old.width > bitmap.width) return bitmap.close();
    if (old) this.#drop(key, old);
    this.kept.set(key, bitmap);
    this.size += bitmap.width * bitmap.height * 4;
    for (const [key, oldest] of this.kept) {
      if (this.size <= Pictures.limit || this.kept.size <= 2) break;
      this.#drop(key, oldest);
    }
  }

  /** Drops what is kept of a clip. */
  forget(clip) {
    for (const [key, bitmap] of this.kept) if (key.startsWith(`${clip}:`)) this.#drop(key, bitmap);
  }

  #drop(key, bitmap) {
    this.kept.delete(key);
    this.size -= bitmap.width * bitmap.height * 4;
    bitmap.close();
  }
}
