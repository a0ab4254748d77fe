/** The panel of a second clip: which, how both are laid out, and what is seen together. */
import { byId, element } from "./dom.js";
import { field } from "./fields.js";
import { post } from "./server.js";
import { secondsText } from "./time.js";
import { worded } from "./words.js";

export class TwoPanel {
  constructor(studio) {
    this.studio = studio;
    const meet = (place) => (text) => {
      const at = [...studio.alignment];
      at[place] = text || "0s";
      studio.change({ at });
      studio.go(studio.frame);
    };
    this.fields = [
      field("second", () => String(studio.document.clips[1] ?? ""), (id) => this.#choose(id)),
      field("layout", () => studio.document.layout ?? "side", (layout) => studio.change({ layout })),
      field("at-a", () => studio.document.at?.[0] ?? "", meet(0)),
      field("at-b", () => studio.document.at?.[1] ?? "", meet(1)),
    ];
    byId("second-earlier").addEventListener("click", () => this.nudge(-1));
    byId("second-later").addEventListener("click", () => this.nudge(1));
    byId("align").addEventListener("click", () => this.#align());
    studio.addEventListener("clips", () => this.#offer());
    studio.addEventListener("document", () => this.#show());
  }

  /** Moves the second clip by frames of its own: what is seen then becomes the marks. */
  nudge(frames) {
    const { studio } = this;
    if (!studio.second) return;
    const frame = Math.min(Math.max(0, (studio.secondFrame ?? studio.frameTogether(studio.frame)) + frames), studio.second.frames - 1);
    studio.change({ at: [studio.clip.instantText(studio.frame), studio.second.instantText(frame)] });
    studio.go(studio.frame);
  }

  #choose(id) {
    const { studio } = this;
    const clips = id ? [studio.clip.id, Number(id)] : [studio.clip.id];
    const { at, layout, ...others } = studio.document;
    studio.change(id ? { clips, layout: layout ?? "side", at: studio.alignment } : { ...others, clips, at: undefined, layout: undefined });
    studio.go(studio.frame);
  }

  #offer() {
    const { studio } = this;
    const others = [...studio.clips.values()].filter((clip) => clip !== studio.clip);
    byId("second").replaceChildren(
      element("option", { value: "" }, "none"),
      ...others.map(({ id, name }) => element("option", { value: String(id) }, name)),
    );
    if (studio.clip) this.#show();
  }

  #show() {
    for (const show of this.fields) show();
    const { clip, second } = this.studio;
    const hasSecond = Boolean(second);
    // What was found is about these two.
    if (clip !== this.shown?.clip || second !== this.shown?.second) byId("align-words").textContent = TwoPanel.#hint(hasSecond);
    this.shown = { clip, second };
    for (const id of ["layout", "at-a", "at-b", "second-earlier", "second-later", "align"]) byId(id).disabled = !hasSecond;
  }

  static #hint(hasSecond) {
    return hasSecond
      ? "Both are stepped together; what is seen together becomes the marks of both."
      : "Open another clip, and choose it as the second one: both are then stepped and played together.";
  }

  async #align() {
    const { studio } = this;
    const { clip, second } = studio;
    const say = (words) => { if (clip === studio.clip && second === studio.second) byId("align-words").textContent = words; };
    say("Listening to both …");
    try {
      const found = await post("align", { first: clip.id, second: second.id });
      // The answer is about those two: others may be shown by now.
      if (clip !== studio.clip || second !== studio.second) return;
      say(worded(found.words ?? ""));
      if (found.confident === false) return;
      const offset = found.offsetSeconds;
      const start = Math.max(studio.timeOfIn, -offset);
      studio.change({ at: [secondsText(start), secondsText(start + offset)] });
      studio.go(studio.frame);
    } catch (error) { say(worded(error.message)); }
  }
}
