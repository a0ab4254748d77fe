/** Edits, as `--edit` has them: read, written, and placed among others. No DOM. */
import { parseRate } from "./rates.js";
import { exactSeconds, parseTime, secondsText } from "./time.js";

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

/** A time or range with the anchor's seconds in place of the anchor: `at`, `at-1s`, `at-00:00:01..at+1/2s`. */
export function anchoredTime(text, seconds) {
  return text.split("..").map((end) => {
    const anchor = /^\s*at(?:([+-])(.+))?\s*$/.exec(end);
    const offset = anchor?.[2] === undefined ? 0 : parseTime(anchor[2]);
    if (!anchor || offset === null) return end;
    return secondsText(Math.max(0, seconds + (anchor[1] === "-" ? -offset : offset)));
  }).join("..");
}

/** The same of an edit or a zoom: what is behind its range stays as it is. */
export function anchoredEdit(text, seconds) {
  const end = text.search(/[@=*]/);
  if (end >= 0) return anchoredTime(text.slice(0, end), seconds) + text.slice(end);
  // The last plus of a hold begins its duration.
  const hold = text.includes("..") ? null : /^(.+)(\+[^+]+)$/.exec(text);
  return hold ? anchoredTime(hold[1], seconds) + hold[2] : anchoredTime(text, seconds);
}

/** An edit or a zoom without what lies behind the end of the clip: a list of one, or of none. */
export function clipped(text, clip) {
  const [, from, to, rest] = /^([^@=*]*?)\.\.([^@=*]*)([@=*].*)$/.exec(text) ?? [];
  const edit = rest === undefined ? parseEdit(text) : { from, to };
  const span = edit && editSpan(edit, clip);
  if (!span) return [text];
  if (span.start >= clip.duration || (edit.kind !== "hold" && span.end <= span.start)) return [];
  return span.end <= clip.duration ? [text] : [`${from}..${rest}`];
}

/**
 * A list with one more edit. What it covers makes way for it: an edit that lies within is left out, one that reaches beyond
 * keeps what is beyond. A hold may stand anywhere, but takes the place of another one at its instant.
 */
export function placed(texts, text, clip) {
  const added = parseEdit(text);
  const room = added && added.kind !== "hold" ? editSpan(added, clip) : null;
  const others = room ? texts.flatMap((other) => outside(other, added, room, clip)) : texts.filter((other) => !isHeldWith(other, added, clip));
  return sorted([...others, text], clip);
}

/** Whether both are holds at one instant. */
function isHeldWith(text, added, clip) {
  const edit = parseEdit(text);
  if (edit?.kind !== "hold" || added?.kind !== "hold") return false;
  const [one, other] = [editSpan(edit, clip), editSpan(added, clip)];
  return one !== null && other !== null && one.start === other.start;
}

/** What is left of an edit outside of a range. */
function outside(text, added, room, clip) {
  const edit = parseEdit(text);
  const span = edit && edit.kind !== "hold" ? editSpan(edit, clip) : null;
  if (!span || span.end <= room.start || span.start >= room.end) return [text];
  // Of a range that lasts so long, a part lasts its share.
  const part = (ends, length) => ({
    ...edit, ...ends, seconds: edit.kind === "duration" ? exactSeconds((parseTime(edit.seconds) * length) / (span.end - span.start)) : undefined,
  });
  const before = span.start < room.start ? part({ to: added.from }, room.start - span.start) : null;
  const after = span.end > room.end ? part({ from: added.to }, span.end - room.end) : null;
  // Of a ramp that is cut in two, the second part goes on at the rate that it ends at.
  const tail = before && after && edit.kind === "ramp" ? { kind: "rate", from: after.from, to: after.to, rate: edit.rateEnd } : after;
  return [before, tail].filter(Boolean).map(editText);
}

/** In the order of the clip. What cannot be read keeps its place at the end. */
export function sorted(texts, clip) {
  const start = (text) => {
    const edit = parseEdit(text);
    return (edit && editSpan(edit, clip)?.start) ?? Infinity;
  };
  return texts.map((text) => [start(text), text]).sort(([a], [b]) => (a === b ? 0 : a - b)).map(([, text]) => text);
}
