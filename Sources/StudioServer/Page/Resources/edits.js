/** Edits, as `--edit` has them: read, written, and placed among others. No DOM. */
import { parseRate } from "./rates.js";
import { parseTime, secondsText } from "./time.js";

/**
 * Reads `A..B@RATE`, `A..B@-RATE`, `A..B@RATE..RATE [smooth]`, `A..B=DURATION` and `A+DURATION`; `null` for other text.
 * Times and rates stay as they were written. An end that is missing is an empty text.
 */
export function parseEdit(text) {
  const written = text.trim();
  const retimed = /^([^@=]*?)\.\.([^@=]*?)@(-?)([^.\s]+(?:\.\d+)?)(?:\.\.(\S+?))?(?: (linear|smooth))?$/.exec(written);
  if (retimed) {
    const [, from, to, minus, rate, rateEnd, shape] = retimed;
    if (parseRate(rate) === null || (rateEnd !== undefined && parseRate(rateEnd) === null)) return null;
    if (minus) return rateEnd || shape ? null : { kind: "reverse", from, to, rate };
    if (rateEnd !== undefined) return { kind: "ramp", from, to, rate, rateEnd, shape: shape ?? "linear" };
    return shape ? null : { kind: "rate", from, to, rate };
  }
  const fitted = /^([^@=]*?)\.\.([^@=]*?)=(.+)$/.exec(written);
  if (fitted && parseTime(fitted[3]) > 0) {
    return { kind: "duration", from: fitted[1], to: fitted[2], seconds: fitted[3] };
  }
  const held = /^([^@=]+)\+([^+]+)$/.exec(written);
  if (held && parseTime(held[2]) > 0) return { kind: "hold", from: held[1], to: held[1], seconds: held[2] };
  return null;
}

/** The text of an edit. */
export function editText({ kind, from, to, rate, rateEnd, shape, seconds }) {
  switch (kind) {
    case "rate": return `${from}..${to}@${rate}`;
    case "reverse": return `${from}..${to}@-${rate}`;
    case "ramp": return `${from}..${to}@${rate}..${rateEnd}${shape === "smooth" ? " smooth" : ""}`;
    case "duration": return `${from}..${to}=${seconds}`;
    default: return `${from}+${seconds}`;
  }
}

/** Where an edit begins and ends in the clip, in seconds; `null` where its text cannot be read. */
export function editSpan(edit, clip) {
  const start = edit.from === "" ? 0 : parseTime(edit.from, clip);
  const end = edit.kind === "hold" ? start : edit.to === "" ? clip.duration : parseTime(edit.to, clip);
  return start === null || end === null ? null : { start, end };
}

/** A time or range with the anchor's seconds in place of the anchor: `at`, `at-1s`. */
export function anchoredTime(text, seconds) {
  return text.replace(/\bat([+-]\d+(?:\.\d+)?(?:\/\d+)?(?:ms|s)?)?/g, (_, offset) => {
    const by = offset ? parseTime(offset.slice(1)) * (offset[0] === "-" ? -1 : 1) : 0;
    return secondsText(Math.max(0, seconds + by));
  });
}

/** The same of an edit. */
export function anchoredEdit(text, seconds) {
  // The last plus of a hold begins its duration.
  const hold = /[@=]|\.\./.test(text) ? null : /^(.+)(\+[^+]+)$/.exec(text);
  return hold ? anchoredTime(hold[1], seconds) + hold[2] : anchoredTime(text, seconds);
}

/** An edit without what lies behind the end of the clip: a list of one, or of none. */
export function clipped(text, clip) {
  const edit = parseEdit(text);
  const span = edit && editSpan(edit, clip);
  if (!span) return [text];
  const isHold = edit.kind === "hold";
  if (isHold ? span.start >= clip.duration : span.start >= clip.duration || span.end <= span.start) return [];
  return isHold || span.end <= clip.duration ? [text] : [editText({ ...edit, to: "" })];
}

/**
 * A list with one more edit. What it covers makes way for it: an edit that lies within is left out, one that reaches beyond
 * keeps what is beyond. Holds may stand anywhere.
 */
export function placed(texts, text, clip) {
  const added = parseEdit(text);
  const room = added && added.kind !== "hold" ? editSpan(added, clip) : null;
  const others = room ? texts.flatMap((other) => outside(other, added, room, clip)) : texts;
  return sorted([...others, text], clip);
}

/** What is left of an edit outside of a range. */
function outside(text, added, room, clip) {
  const edit = parseEdit(text);
  const span = edit && edit.kind !== "hold" ? editSpan(edit, clip) : null;
  if (!span || span.end <= room.start || span.start >= room.end) return [text];
  const before = { ...edit, to: added.from };
  const after = { ...edit, from: added.to };
  // Of a ramp that is cut in two, the second part goes on at the rate that it ends at.
  const isSplit = span.start < room.start && span.end > room.end;
  const tail = isSplit && edit.kind === "ramp" ? { kind: "rate", from: after.from, to: after.to, rate: edit.rateEnd } : after;
  return [span.start < room.start ? editText(before) : null, span.end > room.end ? editText(tail) : null].filter(Boolean);
}

/** In the order of the clip. What cannot be read keeps its place at the end. */
export function sorted(texts, clip) {
  const start = (text) => {
    const edit = parseEdit(text);
    return (edit && editSpan(edit, clip)?.start) ?? Infinity;
  };
  return texts.map((text) => [start(text), text]).sort(([a], [b]) => (a === b ? 0 : a - b)).map(([, text]) => text);
}
