/** A canvas that shows frames of a clip: from what is kept, else from the socket, first something near, then the exact one. */
import { Socket } from "./socket.js";
import { clockText } from "./time.js";

export class View {
  /** Widths that pictures are asked for, in pixels of the device: few, so that the server's pictures are of use again. */
  static widths = [320, 480, 640, 960, 1280, 1600, 1920];

  /** Before a picture that cannot be read is asked for again, in milliseconds. */
  static pause = 1000;

  constructor(canvas, socket, pictures) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.socket = socket;
    this.pictures = pictures;
    this.clip = null;
    this.frame = -1;
    this.isExact = false;
    socket.addEventListener("picture", ({ detail }) => this.#receive(detail));
    socket.addEventListener("state", ({ detail }) => { if (detail.isOpen && !this.isExact) this.#look(0); });
  }

  /** The width to ask for. */
  get width() {
    const box = this.canvas.parentElement.clientWidth * (window.devicePixelRatio || 1);
    const wanted = View.widths.find((width) => width >= box) ?? View.widths.at(-1);
    return Math.max(1, Math.min(wanted, this.clip?.width ?? wanted));
  }

  /** Shows a frame, and asks for it and those behind it in the direction of `stride`; `null` shows that there is none. */
  show(clip, frame, stride = 0) {
    this.#aim(clip, frame);
    this.#look(stride);
  }

  /** Shows a frame while playing: what is at hand, and nothing is asked for. Says whether it was the exact one. */
  play(clip, frame, before) {
    this.#aim(clip, frame);
    if (!this.isExact && before !== undefined && frame !== null) {
      const bitmap = this.pictures.find(clip.id, before);
      if (bitmap) this.#draw(bitmap);
    }
    return this.isExact || !clip.hasVideo;
  }

  /** Asks again, as after a change of size. */
  refresh() {
    if (!this.clip) return;
    const bitmap = this.pictures.find(this.clip.id, this.frame, this.width);
    if (!bitmap) this.#look(0);
    else if (bitmap.width > this.canvas.width) this.#draw(bitmap);
  }

  #aim(clip, frame) {
    // No picture of another clip stands under this one's name.
    if (clip !== this.clip || frame === null) this.context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.clip = clip;
    this.frame = frame;
    if (frame === null) return this.#leaveEmpty();
    const bitmap = this.pictures.find(clip.id, frame);
    this.isExact = false;
    if (bitmap) this.#finish(bitmap); else this.canvas.setAttribute("aria-busy", String(clip.hasVideo));
    const place = clip.hasVideo ? `frame ${frame}, ${clockText(clip.timeOf(frame))}` : "no picture";
    this.canvas.setAttribute("aria-label", `${clip.name}, ${place}`);
  }

  /** The clip has not begun, or it is over. */
  #leaveEmpty() {
    this.isExact = true;
    this.canvas.setAttribute("aria-busy", "false");
    this.canvas.setAttribute("aria-label", `${this.clip.name}, not shown at this time`);
  }

  /** Of a clip without video, so that the server finds out whether its file was replaced. */
  #look(stride) {
    if (this.clip && this.frame !== null) this.socket.look(this.clip.id, this.frame, this.width, stride);
  }

  async #receive({ clip, frame, flags, blob }) {
    if (clip !== this.clip?.id) return;
    const bitmap = blob.size > 0 ? await createImageBitmap(blob).catch(() => null) : null;
    // The number of something near is an estimate as long as the clip is being read.
    const isNear = (flags & Socket.near) !== 0;
    if (bitmap && !isNear) this.pictures.keep(clip, frame, bitmap);
    const kept = this.pictures.find(clip, frame);
    if (clip === this.clip?.id && !this.isExact) {
      if (bitmap && isNear) this.#draw(bitmap);
      else if (kept && frame === this.frame) this.#finish(kept);
      else if (blob.size > 0 && frame === this.frame && !isNear) this.#askLater(clip, frame);
      if (flags & Socket.last) this.#giveUp(bitmap ? frame : undefined);
    } else if (clip === this.clip?.id && frame === this.frame && kept?.width > this.canvas.width) {
      // A sharper one of the frame that is shown.
      this.#draw(kept);
    }
    if (isNear) bitmap?.close();
  }

  /** The browser could not read the picture, as where it has no memory for it just now. */
  #askLater(clip, frame) {
    setTimeout(() => { if (clip === this.clip?.id && frame === this.frame && !this.isExact) this.#look(0); }, View.pause);
  }

  /** Says that another frame is shown, or none, as the one that was asked for is damaged. */
  #giveUp(frame) {
    const { canvas, context } = this;
    if (frame === undefined) context.clearRect(0, 0, canvas.width, canvas.height);
    const shown = frame === undefined ? "" : `; frame ${frame} is shown`;
    canvas.setAttribute("aria-busy", "false");
    canvas.setAttribute("aria-label", `${this.clip.name}, frame ${this.frame} cannot be decoded${shown}`);
  }

  #finish(bitmap) {
    this.#draw(bitmap);
    this.isExact = true;
    this.canvas.setAttribute("aria-busy", "false");
  }

  #draw(bitmap) {
    const { canvas } = this;
    if (canvas.width !== bitmap.width || canvas.height !== bitmap.height) {
      Object.assign(canvas, { width: bitmap.width, height: bitmap.height });
    }
    this.context.drawImage(bitmap, 0, 0);
  }
}
