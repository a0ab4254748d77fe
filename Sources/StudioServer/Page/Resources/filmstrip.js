/** The filmstrip: small pictures of the clip, which come as they are looked at. */
import { byId, fitted } from "./dom.js";
import { picture } from "./server.js";

export class Filmstrip {
  /** How many pictures are kept, and how many are asked for at once. */
  static kept = 400;
  static most = 3;

  /** How long it takes until a picture that failed is asked for again, in milliseconds. */
  static pause = 5000;

  /** Below so many seconds for each picture, exact frames are shown instead of key frames. */
  static fine = 0.3;

  constructor(studio, timeline) {
    this.studio = studio;
    this.timeline = timeline;
    this.canvas = byId("film").querySelector("canvas");
    this.pictures = new Map();
    this.wanted = [];
    this.running = 0;
  }

  draw() {
    const { clip } = this.studio;
    const { window } = this.timeline;
    const { context, width, height } = fitted(this.canvas);
    if (!clip.hasVideo || width === 0) return;
    const across = Math.min(Math.max(24, (height * clip.width) / Math.max(1, clip.height)), height * 2.4);
    // Powers of two: pictures stay where they are when the view is zoomed or moved a little.
    const seconds = 2 ** Math.round(Math.log2((across / width) * window.length));
    const first = Math.max(0, Math.floor(window.start / seconds));
    const last = Math.floor(Math.min(window.end, clip.duration - 1e-6) / seconds);
    this.wanted = [];
    for (let index = first; index <= last; index += 1) {
      const from = window.partOf(index * seconds) * width;
      const to = window.partOf(Math.min((index + 1) * seconds, clip.duration)) * width;
      const address = this.#address(index * seconds, seconds, Math.round(height * devicePixelRatio));
      const bitmap = this.pictures.get(address);
      if (bitmap) Filmstrip.#paint(context, bitmap, from, to, height);
      else if (bitmap === undefined) this.wanted.push(address);
    }
    this.#load();
  }

  #address(time, seconds, height) {
    const { clip } = this.studio;
    if (seconds >= Filmstrip.fine) return `clips/${clip.id}/thumbnail?time=${time}&height=${height}`;
    const width = Math.ceil((height * clip.width) / Math.max(1, clip.height));
    return `clips/${clip.id}/frame/${clip.frameAt(time)}?width=${Math.min(clip.width, width)}`;
  }

  /** Fills a place with the middle of a picture. */
  static #paint(context, bitmap, from, to, height) {
    const scale = Math.max((to - from) / bitmap.width, height / bitmap.height);
    const [across, down] = [(to - from) / scale, height / scale];
    context.drawImage(bitmap, (bitmap.width - across) / 2, (bitmap.height - down) / 2, across, down, from, 0, Math.max(1, to - from - 1), height);
  }

  async #load() {
    while (this.running < Filmstrip.most && this.wanted.length > 0) {
      const address = this.wanted.shift();
      this.pictures.set(address, null);
      this.running += 1;
      picture(address).then((bitmap) => this.#keep(address, bitmap)).catch(() => this.#askAgain(address)).finally(() => {
        this.running -= 1;
        this.timeline.redraw();
      });
    }
  }

  #askAgain(address) {
    setTimeout(() => {
      this.pictures.delete(address);
      this.timeline.redraw();
    }, Filmstrip.pause);
  }

  #keep(address, bitmap) {
    this.pictures.set(address, bitmap);
    for (const [oldest, old] of this.pictures) {
      if (this.pictures.size <= Filmstrip.kept) break;
      old?.close();
      this.pictures.delete(oldest);
    }
  }
}
