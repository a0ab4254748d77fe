/** The socket: where the viewer looks goes out, pictures and news come in. It connects again by itself. */
export class Socket extends EventTarget {
  /** How long it waits before it connects again, in milliseconds. */
  static pause = 1000;

  /** What a picture is, by its flags. */
  static exact = 1;
  static near = 2;
  /** The frame that was asked for cannot be decoded: this one is near it, and nothing more comes. */
  static last = 8;

  constructor(address = "ws") {
    super();
    this.address = new URL(address, location.href.replace(/^http/, "ws"));
    this.waiting = new Map();
    this.#connect();
  }

  /** Asks for a frame of a clip, at most `width` pixels wide; `stride` is the last movement in frames. */
  look(clip, frame, width, stride) {
    const message = JSON.stringify({ type: "look", clip, frame, width, stride });
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(message);
    else this.waiting.set(clip, message);
  }

  #connect() {
    this.socket = new WebSocket(this.address);
    this.socket.binaryType = "arraybuffer";
    this.socket.onopen = () => {
      for (const message of this.waiting.values()) this.socket.send(message);
      this.waiting.clear();
      this.#tell("state", { isOpen: true });
    };
    this.socket.onmessage = ({ data }) => {
      if (typeof data === "string") {
        const message = JSON.parse(data);
        this.#tell(message.type, message);
      } else {
        const [clip, frame, flags, width] = new Uint32Array(data, 0, 4);
        this.#tell("picture", { clip, frame, flags, width, blob: new Blob([new Uint8Array(data, 16)], { type: "image/jpeg" }) });
      }
    };
    this.socket.onclose = () => {
      this.#tell("state", { isOpen: false });
      setTimeout(() => this.#connect(), Socket.pause);
    };
  }

  #tell(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })); }
}
