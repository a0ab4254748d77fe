/** Handles of edits: where they are, and what an edit becomes when one is moved. No DOM. */
import { editSpan } from "./edits.js";
import { nearestRate, parseRate, steppedRate } from "./rates.js";
import { clockText } from "./time.js";

/**
 * The handles of an edit: `{part, seconds, rate, label, words}`. `part` is `start`, `end` or `whole`; `rate` is a number, or
 * `null` for those that have none (holds, durations).
 */
export function handlesOf(edit, clip) {
  const span = editSpan(edit, clip);
  if (!span) return [];
  const handle = (part, seconds, rate, label) => ({
    part, seconds, rate: rate === null ? null : parseRate(rate), label,
    words: rate === null ? clockText(seconds) : `${clockText(seconds)}, rate ${rate}`,
  });
  if (edit.kind === "hold") return [handle("whole", span.start, null, `Hold of ${edit.seconds}`)];
  const rate = edit.kind === "duration" ? null : edit.rate;
  const name = { rate: "Range", reverse: "Range backwards", ramp: "Ramp", duration: "Range" }[edit.kind];
  const ends = [handle("start", span.start, rate, `${name}: start`), handle("end", span.end, edit.rateEnd ?? rate, `${name}: end`)];
  return edit.kind === "ramp" ? ends : [...ends, handle("whole", (span.start + span.end) / 2, rate, name)];
}

/** An edit with a handle at another frame: within `limits`, where it touches its neighbours exactly. */
export function movedTo(edit, part, frame, clip, limits) {
  const { start, end } = frames(edit, clip);
  const within = (value, low, high) => Math.min(Math.max(value, low), Math.max(low, high));
  if (edit.kind === "hold") {
    const from = clip.instantText(within(frame, Math.max(0, limits.start), Math.min(limits.end, clip.frames - 1)));
    return { ...edit, from, to: from };
  }
  const from = (edge) => (edge <= limits.start && limits.from) || clip.edgeText(edge, false);
  const to = (edge) => (edge >= limits.end && limits.to) || clip.edgeText(edge, true);
  // One that is shorter than a frame stays as it is.
  if (part === "start" && limits.start >= end || part === "end" && limits.end <= start) return edit;
  if (part === "start") return { ...edit, from: from(within(frame, limits.start, end - 1)) };
  if (part === "end") return { ...edit, to: to(within(frame, start + 1, limits.end)) };
  const length = end - start;
  const first = within(frame - Math.floor(length / 2), limits.start, limits.end - length);
  return { ...edit, from: from(first), to: to(first + length) };
}

/** An edit with a handle at another rate, a number. */
export function retimedTo(edit, part, rate) {
  return withRate(edit, part, nearestRate(rate));
}

/** An edit whose rate at a handle is the next one up (1) or down (-1). */
export function retimedBy(edit, part, direction) {
  return withRate(edit, part, steppedRate(edit.kind === "ramp" && part === "end" ? edit.rateEnd : edit.rate ?? "1", direction));
}

function withRate(edit, part, rate) {
  if (edit.rate === undefined) return edit;
  return edit.kind === "ramp" && part === "end" ? { ...edit, rateEnd: rate } : { ...edit, rate };
}

/** The frames at which an edit begins and ends. */
export function frames(edit, clip) {
  const { start, end } = editSpan(edit, clip);
  return { start: clip.edgeAt(start), end: clip.edgeAt(end) };
}

/**
 * How far an edit may reach, between its neighbours: `{start, end}` in frames, and `from` and `to`, how a neighbour's end there is written.
 * That need not be the edge of a frame. A hold goes on among ranges, and stops beside another hold. `edits` may hold `null` for what cannot
 * be read.
 */
export function limitsOf(edits, index, clip) {
  const own = editSpan(edits[index], clip);
  const isHold = edits[index].kind === "hold";
  const others = edits.filter((edit, place) => edit && place !== index && (edit.kind === "hold") === isHold)
    .map((edit) => ({ ...edit, span: editSpan(edit, clip) })).filter(({ span }) => span);
  const before = others.filter(({ span }) => (isHold ? span.start < own.start : span.end <= own.start))
    .reduce((last, other) => (last && last.span.end >= other.span.end ? last : other), null);
  const after = others.filter(({ span }) => (isHold ? span.start > own.start : span.start >= own.end))
    .reduce((first, other) => (first && first.span.start <= other.span.start ? first : other), null);
  const beside = isHold ? 1 : 0;
  return {
    start: before ? clip.edgeAt(before.span.end) + beside : clip.firstEdge,
    end: after ? clip.edgeAt(after.span.start) - beside : clip.frames,
    from: before?.to, to: after?.from,
  };
}
