/** Gets pictures ahead of playing, a few at once. */
import { Pictures } from "./pictures.js";
import { picture } from "./server.js";

export class Feed {
  /** How many are asked for at once: the browser opens six connections, and the sound needs one. */
  static most = 3;

  constructor(pictures) {
    this.pictures = pictures;
    this.running = new Set();
    this.wanted = [];
  }

  /** Wants frames of clips, `[{clip, frame, width}]`, in this order; what was wanted before and has not begun is dropped. */
  want(list) {
    const known = new Set();
    this.wanted = list.filter(({ clip, frame }) => {
      const key = Pictures.key(clip.id, frame);
      const isNew = clip.hasVideo && !known.has(key) && !this.pictures.find(clip.id, frame);
      known.add(key);
      return isNew;
    });
    this.#load();
  }

  #load() {
    while (this.running.size < Feed.most && this.wanted.length > 0) {
      const { clip, frame, width } = this.wanted.shift();
      const address = `clips/${clip.id}/frame/${frame}?width=${width}`;
      if (this.running.has(address) || this.pictures.find(clip.id, frame)) continue;
      this.running.add(address);
      picture(address).then((bitmap) => this.pictures.keep(clip.id, frame, bitmap)).catch(() => {}).finally(() => {
        this.running.delete(address);
        this.#load();
      });
    }
  }
}
