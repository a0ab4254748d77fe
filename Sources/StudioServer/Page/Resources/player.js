/** Plays: the result with its sound, or the clip at a speed (J, K, L). Pictures follow the clock, and are left out where they are late. */
import { Course } from "./course.js";
import { debounced } from "./dom.js";
import { Preview } from "./preview.js";
import { latest } from "./server.js";
import { SilentClock, Soundtrack } from "./soundtrack.js";
import { sourceAt, spanOf, targetOf } from "./timemap.js";

export class Player extends EventTarget {
  /** Pictures a second, at most; fewer where they do not come as fast. */
  static rates = [60, 30, 20, 12, 8];

  /** How far ahead pictures are asked for, in seconds. */
  static ahead = 0.6;

  constructor(studio, stage, feed) {
    super();
    this.studio = studio;
    this.stage = stage;
    this.feed = feed;
    this.loops = false;
    this.pace = 0;
    this.late = 0;
    this.isPlaying = false;
    this.speed = 0;
    /** The place in the result that is heard, in seconds, or `null`. */
    this.target = null;
    /** Where playing stopped: `{key, frame, target}`, or `null`. A result may show a frame several times, so the frame does not tell. */
    this.rest = null;
    studio.addEventListener("document", () => this.#follow());
    // Whoever goes somewhere wants to see it, and to play from there.
    studio.addEventListener("went", () => { this.stop(); this.rest = null; });
    // What is played next is known before it is asked for.
    const prepare = latest(async (edit) => { if (!this.isPlaying && edit === studio.document) await this.#preview(edit); }, () => {}, () => {});
    studio.addEventListener("answer", debounced(500, () => { if (studio.isRight) prepare(studio.document); }));
  }

  /** Plays the result from the position, or stops. */
  async toggle() {
    if (this.isPlaying) return this.stop();
    // A name that the result cannot have is no matter before it is exported.
    const problem = this.studio.answer.problems.find(({ field }) => field !== "output");
    if (problem) return this.studio.complain(problem, "edit");
    this.#begin();
    const begun = this.begun;
    try {
      const { document: edit } = this.studio;
      const preview = await this.#preview(edit);
      if (begun !== this.begun) return;
      const { sampleRate, hasAudio } = preview.facts;
      const samples = (seconds) => Math.round(seconds * sampleRate);
      const loop = this.loops ? this.#loop(preview.duration) : null;
      const from = this.#restingPlace(edit) ?? this.#place ?? loop?.from ?? 0;
      const isOver = from >= preview.duration - 1 / 60 || this.#isLastFrame(from, preview.duration);
      const start = isOver ? loop?.from ?? 0 : from;
      const course = new Course(samples(start), samples(preview.duration), loop && { from: samples(loop.from), to: samples(loop.to) });
      preview.frameAt(start);
      const isHeard = hasAudio && this.studio.algorithm !== "mute";
      this.clock = isHeard ? new Soundtrack(preview.facts, course, this.studio.algorithm) : new SilentClock(preview.facts, course);
      this.clock.onError = (error) => this.#fail(error);
      const frame = () => this.#showResult(begun, preview, course);
      requestAnimationFrame(frame);
      await this.clock.start();
    } catch (error) {
      if (begun === this.begun) this.#fail(error);
    }
  }

  /** The server may have dropped the preview: the next one is a new one. */
  #fail(error) {
    this.known = null;
    this.stop();
    this.studio.complain(error);
  }

  /** Where the position is in the result, in seconds; `null` where it is in none of its parts. */
  get #place() {
    const { map, time, second, frame } = this.studio;
    const start = map[0]?.sourceStartSeconds;
    // A second clip may begin before the first one does, and audio before the first frame.
    if (second && time <= start) return 0;
    if (frame === 0 && start <= time && map[0].kind !== "reverse") return 0;
    return targetOf(map, time);
  }

  /** The place at which this result stopped, in seconds; `null` where the position or the result is another one since. */
  #restingPlace(edit) {
    const { rest } = this;
    return rest && rest.frame === this.studio.frame && rest.key === Player.#key(edit) ? rest.target : null;
  }

  /** Whether nothing but the frame at a place in the result, in seconds, is shown from there to the end. What is held is played. */
  #isLastFrame(place, duration) {
    const { map, clip, frame } = this.studio;
    const last = map.at(-1);
    return Boolean(last) && last.kind !== "hold" && place >= last.targetStartSeconds
      && frame === clip.frameAt(sourceAt(map, place)) && frame === clip.frameAt(sourceAt(map, duration - 1e-4));
  }

  /** Plays the clip at `speed` times its own pace, backwards below zero. */
  shuttle(speed) {
    this.#begin();
    this.speed = speed;
    this.shuttled = this.studio.clip;
    const origin = { source: this.studio.time, at: performance.now() };
    this.#showClip(this.begun, origin);
  }

  /** K, J and L: each further one of a direction doubles the speed. */
  push(direction) {
    const faster = this.speed * direction > 0 ? Math.min(8, Math.abs(this.speed) * 2) : 1;
    this.shuttle(faster * direction);
  }

  stop() {
    if (!this.isPlaying) return;
    const { target } = this;
    this.clock?.stop();
    this.clock = null;
    this.isPlaying = false;
    this.speed = 0;
    this.target = null;
    this.begun = null;
    this.feed.want([]);
    this.dispatchEvent(new Event("state"));
    this.studio.go(this.studio.frame);
    this.rest = target === null ? null : { key: this.known?.key, frame: this.studio.frame, target };
  }

  /** Another algorithm is switched to at once; any other change of the result ends playing. */
  #follow() {
    const { document: edit, algorithm, clip } = this.studio;
    if (!this.isPlaying) return;
    if (this.speed !== 0) {
      // The clip is played, whatever its edit.
      if (clip !== this.shuttled) this.stop();
      return;
    }
    if (this.known?.key !== Player.#key(edit)) return this.stop();
    if (!this.clock) return;
    const isHeard = this.clock.preview.hasAudio && algorithm !== "mute";
    if (isHeard !== this.clock instanceof Soundtrack) this.stop();
    else if (isHeard && this.clock.algorithm !== algorithm) this.clock.change(algorithm);
  }

  #begin() {
    this.stop();
    this.isPlaying = true;
    this.begun = {};
    this.shown = 0;
    this.dispatchEvent(new Event("state"));
  }

  async #preview(edit) {
    const key = Player.#key(edit);
    if (this.known?.key !== key) this.known = { key, preview: Preview.of(edit) };
    const { known } = this;
    known.preview.catch(() => { if (this.known === known) this.known = null; });
    return known.preview;
  }

  /** What the pictures and the length of a result depend on. */
  static #key(edit) { return JSON.stringify({ ...edit, pitch: null, marks: null, output: null }); }

  /** What repeats, in the result: the selection, or all. */
  #loop(duration) {
    const { selection, clip, map } = this.studio;
    if (!selection) return { from: 0, to: duration };
    return spanOf(map, clip.timeOf(selection.start), clip.timeOf(selection.end)) ?? { from: 0, to: duration };
  }

  #showResult(begun, preview, course) {
    if (begun !== this.begun) return;
    if (preview.error) return this.#fail(preview.error);
    const { sampleRate } = preview.facts;
    const run = this.clock.heard;
    const place = (seconds) => course.placeAt(Math.max(0, run + seconds * sampleRate)) / sampleRate;
    this.target = place(0);
    const instant = (seconds) => Math.min(this.#whole(place(seconds)), preview.duration - 1e-4);
    // Where steps become longer, the picture that is shown already stays.
    const back = this.shown - instant(0);
    if (!(back > 0 && back < 2 * this.step)) this.shown = instant(0);
    const isKnown = this.#show((seconds) => {
      const target = seconds === 0 ? this.shown : instant(seconds);
      const { clip, map, second } = this.studio;
      const frame = clip.hasVideo ? preview.frameAt(target) : clip.frameAt(sourceAt(map, target));
      return [frame, second ? preview.frameAt(target, 1) : undefined];
    });
    // The picture of the end may come later than the end of what is heard.
    if (run >= course.length && isKnown) return this.stop();
    requestAnimationFrame(() => this.#showResult(begun, preview, course));
  }

  #showClip(begun, origin) {
    if (begun !== this.begun) return;
    const { clip } = this.studio;
    const source = (seconds) => origin.source + this.#whole((performance.now() - origin.at) / 1000 + seconds) * this.speed;
    const now = source(0);
    this.#show((seconds) => {
      const frame = clip.frameAt(Math.min(Math.max(0, source(seconds)), clip.duration));
      return [frame, this.studio.second ? this.studio.frameTogether(frame) : undefined];
    });
    if (now < 0 || now >= clip.duration) {
      if (!this.loops) return this.stop();
      Object.assign(origin, { source: now < 0 ? clip.duration : 0, at: performance.now() });
    }
    requestAnimationFrame(() => this.#showClip(begun, origin));
  }

  /**
   * Shows the frames of now, or the last ones before that are there, and asks for those that come: `at` gives both clips'. Says whether
   * it is known which frames those of now are.
   */
  #show(at) {
    const { step } = this;
    const [frame, second] = at(0);
    if (frame === undefined || (this.studio.second && second === undefined)) return false;
    // Where a clip is not shown, the position stays.
    this.studio.play(frame ?? this.studio.frame, second);
    const isThere = this.stage.play(Array.from({ length: 20 }, (_, index) => at(-index / 60)));
    this.feed.want(this.stage.pictures(Array.from({ length: Math.ceil(Player.ahead / step) }, (_, index) => at(index * step))));
    this.#adapt(isThere);
    return true;
  }

  /** How long a picture stands, in seconds. */
  get step() { return 1 / Player.rates[this.pace]; }

  /** Pictures stand at whole steps, so that those that were asked for ahead are those that are shown. */
  #whole(seconds) { return Math.round(seconds / this.step) * this.step; }

  /** Asks for fewer pictures a second where many are late, and for more again where all come in time. */
  #adapt(isThere) {
    this.late = Math.max(-240, this.late + (isThere ? -1 : 3));
    if (this.late > 45 && this.pace < Player.rates.length - 1) [this.pace, this.late] = [this.pace + 1, 0];
    if (this.late <= -240 && this.pace > 0) [this.pace, this.late] = [this.pace - 1, 0];
  }
}
