/** What the transport shows: time, frame, time in the result; and what is said of it to those who do not see it. */
import { byId, debounced } from "./dom.js";
import { clockText, parseTime } from "./time.js";
import { targetOf } from "./timemap.js";

export class Transport {
  constructor(studio, player) {
    this.studio = studio;
    this.player = player;
    // Only where a movement ends: each frame of it would be too much to listen to.
    this.say = debounced(600, () => { if (!player.isPlaying) this.announce(this.#words()); });
    for (const event of ["frame", "played", "answer", "clips"]) studio.addEventListener(event, () => this.#show());
    studio.addEventListener("frame", () => this.say());
    player.addEventListener("state", () => this.#showState());
    const go = byId("go");
    go.addEventListener("change", () => {
      const seconds = parseTime(go.value, studio.clip);
      go.setAttribute("aria-invalid", String(seconds === null));
      if (seconds === null) return studio.complain(this.#why(go.value.trim()), "time");
      studio.settleProblem("time");
      go.value = "";
      studio.go(studio.clip.frameAt(seconds));
    });
  }

  /** Why what was typed is no time of the clip. */
  #why(text) {
    if (this.studio.clip && /^\d+f$/.test(text)) return `The clip ends at ${this.studio.clip.frames}f.`;
    return "A time is written 1.5s, 250ms, 00:01:30.5 or 360f (frames).";
  }

  /** Says something to a screen reader. */
  announce(words) { byId("announce").textContent = words; }

  #words() {
    const { clip, frame, time } = this.studio;
    return clip.hasVideo ? `Frame ${frame}, ${clockText(time)}` : clockText(time);
  }

  #show() {
    const { studio } = this;
    if (!studio.clip) return;
    const { clip, frame, time } = studio;
    const target = this.player.target ?? targetOf(studio.map, time);
    byId("time").value = clockText(time);
    byId("frame").value = clip.hasVideo ? `${frame} of ${Math.max(0, clip.frames - 1)}` : "–";
    byId("target").value = target === null ? "–" : `${clockText(target)} of ${clockText(studio.answer.targetDurationSeconds)}`;
    const head = byId("head");
    head.setAttribute("aria-valuemax", String(Math.max(0, clip.frames - 1)));
    head.setAttribute("aria-valuenow", String(frame));
    head.setAttribute("aria-valuetext", `${clockText(time)}, frame ${frame}`);
  }

  #showState() {
    const play = byId("play");
    play.setAttribute("aria-pressed", String(this.player.isPlaying));
    play.textContent = this.player.isPlaying ? "Pause" : "Play";
    this.#show();
  }
}
