/**
 * What the page shows and changes: clips, the position, the edit and what the server makes of it. Parts of the page change it
 * by its functions, and listen to its events: `clips`, `went`, `frame`, `played`, `document`, `answer`, `selection`, `renamed`, `kept`,
 * `problem`.
 */
import { Clip } from "./clip.js";
import { placed, sorted } from "./edits.js";
import { History } from "./history.js";
import { bytes, get, latest, post } from "./server.js";
import { parseTime } from "./time.js";
import { worded, wordedProblem } from "./words.js";

/** An edit of nothing. */
export const untouched = (clip) => ({
  clips: [clip.id], in: null, out: null, edits: [], pitch: null, marks: [], settings: {}, output: null,
});

export class Studio extends EventTarget {
  /** Clips are opened again by themselves no sooner than after this, in milliseconds. */
  static pause = 2000;

  constructor() {
    super();
    this.clips = new Map();
    /** The names of the ways to stretch audio; the first one is the usual one. */
    this.algorithms = [];
    this.histories = new Map();
    this.clip = null;
    this.second = null;
    this.frame = 0;
    this.stride = 0;
    /** `{start, end}` in frames, or `null`. */
    this.selection = null;
    /** What the server last said of the edit. */
    this.answer = { map: null, problems: [], idleSettings: [], commandLine: "", targetDurationSeconds: 0 };
    this.ask = latest(
      (document) => post("edit", { document }),
      (answer, document) => {
        // Another clip may be shown by now.
        if (document.clips[0] !== this.clip.id) return;
        const problems = answer.problems.map((problem) => ({ ...problem, message: wordedProblem(problem) }));
        Object.assign(this, { answer: { ...answer, problems }, answered: document });
        this.#tell("answer");
      },
      (error) => this.complain(error),
    );
    /** The edit that is being kept, to be offered again; `null` where the server has it. */
    this.unkept = null;
    const keep = latest(
      (edit) => post("recovery", edit),
      (_, edit) => {
        if (edit === this.unkept) this.unkept = null;
        this.#tell("kept", edit.work);
      },
      (error) => this.complain(error),
    );
    this.keep = (edit) => {
      this.unkept = edit;
      keep(edit);
    };
  }

  // MARK: Clips

  /** Takes a clip that the server has opened. */
  async add(facts) {
    if (this.clips.has(facts.id)) return this.clips.get(facts.id);
    const times = facts.hasVideo ? new Float64Array(await bytes(`clips/${facts.id}/times`)) : new Float64Array();
    if (this.clips.has(facts.id)) return this.clips.get(facts.id);
    const clip = new Clip(facts, times);
    const old = [...this.clips.values()].find(({ path }) => path === clip.path);
    this.clips.set(clip.id, clip);
    this.histories.set(clip.id, new History(untouched(clip)));
    if (old) this.#replace(old, clip);
    this.#tell("clips");
    // News of it that came before it was known here were passed over.
    if (!facts.complete) await this.update(await get(`clips/${clip.id}`));
    return clip;
  }

  /** Puts a clip in the place of one whose file has changed since: the edits of that one go on with it. */
  #replace(old, clip) {
    this.histories.set(clip.id, this.histories.get(old.id));
    this.histories.delete(old.id);
    this.clips.delete(old.id);
    const renamed = (edit) => ({ ...edit, clips: edit.clips.map((id) => (id === old.id ? clip.id : id)) });
    for (const history of this.histories.values()) history.change(renamed);
    this.#tell("renamed", renamed);
    if (this.clip === old || this.second === old) this.#begin(this.clip === old ? clip : this.clip, this.frame);
  }

  /** Opens the clips of the edit again, as one of them was closed, or its file is another one by now: `error` says which. */
  async #renew(error) {
    this.missed = this.renewing ? error : null;
    if (this.renewing) return;
    this.renewing = true;
    try {
      let isNew = false;
      for (const clip of [this.clip, this.second].filter(Boolean)) {
        if ((await this.add(await post("clips", { path: clip.path }))) !== clip) isNew = true;
      }
      if (isNew) this.#say(`${error.message}. It was opened again, and the edits go on with it.`);
    } catch (reason) {
      this.#say(`${error.message}. It cannot be opened again: ${reason.message}`);
    }
    // A file that is being written to is another one each time.
    setTimeout(() => {
      this.renewing = false;
      if (this.missed) this.#renew(this.missed);
    }, Studio.pause);
  }

  /** Takes what the server knows of a clip by now. */
  async update(facts) {
    const clip = this.clips.get(facts.id);
    // What was asked for earlier may come later than the news that all is known.
    const isLate = () => clip.complete && !facts.complete;
    if (!clip || isLate()) return;
    const times = facts.hasVideo && facts.frames !== clip.times.length ? new Float64Array(await bytes(`clips/${facts.id}/times`)) : clip.times;
    if (isLate()) return;
    const isShown = clip === this.clip;
    // Frames that were not known yet had estimated numbers: the instants stay.
    const instants = isShown ? [this.frame, this.selection?.start, this.selection?.end].map((frame) => frame !== undefined && clip.timeOf(frame)) : [];
    clip.times = times;
    clip.update(facts);
    this.#tell("clips");
    if (!isShown) return;
    const [time, start, end] = instants;
    const moved = this.selection && { start: clip.edgeAt(start), end: clip.edgeAt(end) };
    if (moved && (moved.start !== this.selection.start || moved.end !== this.selection.end)) this.select(moved);
    this.frame = clip.frameAt(time);
    this.#tell("frame");
  }

  /** Makes a clip the one that is edited. */
  choose(clip) { this.#begin(clip, 0); }

  #begin(clip, frame) {
    this.draft = null;
    this.clip = clip;
    this.second = this.clips.get(this.document.clips[1]) ?? null;
    this.frame = Math.min(frame, Math.max(0, clip.frames - 1));
    this.selection = null;
    this.answer = { map: null, problems: [], idleSettings: [], commandLine: "", targetDurationSeconds: clip.duration };
    for (const event of ["clips", "selection", "document", "frame"]) this.#tell(event);
    this.ask(this.document);
  }

  /** Opens a file, and shows it. */
  async open(path) {
    const facts = await post("clips", { path });
    this.choose(await this.add(facts));
  }

  // MARK: The position

  /** Goes to a frame. */
  go(frame) {
    const place = Math.min(Math.max(0, Math.round(frame)), Math.max(0, this.clip.frames - 1));
    this.stride = place - this.frame;
    this.frame = place;
    this.together = undefined;
    for (const event of ["went", "frame"]) this.#tell(event);
  }

  /** Is at a frame while playing, and at one of the second clip: whoever plays shows them. */
  play(frame, second) {
    this.frame = frame;
    this.together = second;
    this.#tell("played");
  }

  step(frames) { this.go(this.frame + frames); }

  stepSeconds(seconds) {
    const target = this.clip.frameAt(Math.max(0, this.time + seconds));
    this.go(target === this.frame ? this.frame + Math.sign(seconds) : target);
  }

  /** Goes to the next mark in a direction; the ends of the clip and of the result are marks, too. */
  stepMark(direction) {
    const { document, clip } = this;
    const ends = [document.in, document.out].map((text) => text && parseTime(text, clip)).filter((time) => time !== null);
    const frames = [0, clip.frames - 1, ...[...this.marks.map(({ seconds }) => seconds), ...ends].map((time) => clip.frameAt(time))];
    const beyond = frames.filter((frame) => (frame - this.frame) * direction > 0);
    if (beyond.length > 0) this.go(direction > 0 ? Math.min(...beyond) : Math.max(...beyond));
  }

  get time() { return this.clip.timeOf(this.frame); }

  /** The frame of the second clip that is shown together with the position; `null` where a result that is played shows none. */
  get secondFrame() { return this.together === undefined ? this.frameTogether(this.frame) : this.together; }

  /** The frame of the second clip that is together with one of the first, by the marks of both. */
  frameTogether(frame) {
    const [a, b] = this.meeting;
    return this.second.frameAt(Math.max(0, this.clip.timeOf(frame) - a + b));
  }

  /** The instants of both clips that are shown together, as they are written; they begin together unless it is said otherwise. */
  get alignment() { return this.document.at ?? [this.document.in ?? "0s", "0s"]; }

  /** Where the result begins in the clip, in seconds. */
  get timeOfIn() { return parseTime(this.document.in ?? "0s", this.clip) ?? 0; }

  /** The same in seconds. */
  get meeting() {
    const [a, b] = this.alignment;
    return [parseTime(a, this.clip) ?? 0, parseTime(b, this.second) ?? 0];
  }

  // MARK: The edit

  get history() { return this.histories.get(this.clip.id); }
  get document() { return this.draft ?? this.history.value; }

  /** How audio is stretched. */
  get algorithm() { return this.document.pitch ?? this.algorithms[0]; }

  /** Changes the edit. What is not `lasting` (a handle that is still being moved) is no step of undo. */
  change(patch, isLasting = true) {
    const changed = { ...this.document, ...patch };
    this.draft = isLasting ? null : changed;
    if (isLasting) this.history.push(changed);
    this.#changed();
  }

  /** Makes the draft a step of undo. */
  settle() { if (this.draft) this.change({ edits: sorted(this.draft.edits, this.clip) }); }

  addEdit(text) { this.change({ edits: placed(this.document.edits, text, this.clip) }); }

  replaceEdit(index, text, isLasting = true) {
    const edits = this.document.edits.map((edit, place) => (place === index ? text : edit));
    this.change({ edits: isLasting ? sorted(edits, this.clip) : edits }, isLasting);
  }

  removeEdit(index) { this.change({ edits: this.document.edits.filter((_, place) => place !== index) }); }

  /** Takes the last step back; of a handle that is being moved only what it has moved. */
  undo() {
    if (!this.draft) this.history.undo();
    this.draft = null;
    this.#changed();
  }

  redo() { this.draft = null; this.history.redo(); this.#changed(); }

  /** All marks, by time: those of the file and new ones. */
  get marks() {
    const own = this.document.marks.map((mark, index) => ({ ...mark, seconds: parseTime(mark.time, this.clip) ?? 0, own: index }));
    const given = this.clip.markers.map(({ title, timeSeconds }) => ({ title, seconds: timeSeconds }));
    return [...given, ...own].sort((a, b) => a.seconds - b.seconds);
  }

  addMark() {
    const time = this.clip.instantText(this.frame);
    if (this.document.marks.some((mark) => mark.time === time)) return;
    this.change({ marks: [...this.document.marks, { time, title: `Mark ${this.document.marks.length + 1}` }] });
  }

  #changed() {
    this.second = this.clips.get(this.document.clips[1]) ?? null;
    this.settleProblem("edit");
    this.#tell("document");
    this.#send();
  }

  #send() {
    this.ask(this.document);
    // What was only looked at is not kept.
    this.keep({ work: this.history.work, document: this.document });
  }

  /** Keeps the last edit as the page goes: what it still waits for goes with it. That nobody hears of a failure then is all right. */
  keepAtLast() { if (this.unkept) post("recovery", this.unkept, { keepalive: true }).catch(() => {}); }

  /** Asks and keeps again what may have been lost on its way. */
  sendAgain() { if (this.clip) this.#send(); }

  /** What is wrong with a part of the edit (`in`, `edits[2]`, `settings.crop`), in words; `undefined` where nothing is. */
  problemOf(field) { return this.answer.problems.find((problem) => problem.field === field)?.message; }

  /** Whether the server has found the present edit right. */
  get isRight() { return this.isAnswered && this.answer.problems.length === 0; }

  /** Whether the server has said something of the present edit. */
  get isAnswered() { return this.answered === this.document; }

  /** The time map of the first clip; empty where the edit cannot be mapped. */
  get map() { return (this.answer.map ?? []).filter(({ input }) => !input); }

  // MARK: The rest

  /** Selects from a frame up to before another one; `null` selects nothing. */
  select(selection) {
    this.selection = selection && selection.end > selection.start ? selection : null;
    this.#tell("selection");
  }

  /** Shows what went wrong, in the words of the server; `kind` is what it can be settled by: `edit`, `exists`, `preset`, `time`, or `unreachable`. */
  complain(error, kind = error?.status === 0 ? "unreachable" : undefined) {
    if (error?.status === 410 && this.clip) this.#renew(error); else this.#say(error?.message ?? String(error), kind);
  }

  #say(words, kind) {
    this.problem = kind;
    this.#tell("problem", worded(words));
  }

  /** What went wrong is in order now, where that is still what is shown. */
  settleProblem(kind) {
    if (this.problem !== kind) return;
    this.problem = undefined;
    this.#tell("problem", null);
  }

  #tell(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })); }
}
