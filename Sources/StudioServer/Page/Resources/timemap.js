/**
 * From source to target time and back, by the segments that the server made of an edit. No DOM.
 * A segment: `{kind, sourceStartSeconds, sourceEndSeconds, targetStartSeconds, targetEndSeconds, rateStart, rateEnd, curve}`, and of a ramp
 * the rates `rampStart` and `rampEnd` of the whole of it, of which the segment is the part from `partStart` to `partEnd` of its target.
 */

/** The part of a segment's source that has passed at a part of its target, both from 0 to 1. */
function progress(segment, part) {
  if (segment.kind !== "ramp") return part;
  const { rampStart: a, rampEnd: b, partStart: begin, partEnd: end } = segment;
  const passed = (at) => a * at + (b - a) * (segment.curve === "smooth" ? at ** 3 - at ** 4 / 2 : at ** 2 / 2);
  const before = passed(begin);
  return (passed(begin + (end - begin) * part) - before) / (passed(end) - before);
}

/** The rate at a part of a segment's target. */
function rateAt(segment, part) {
  const { rampStart: a, rampEnd: b, partStart: begin, partEnd: end } = segment;
  const at = begin + (end - begin) * part;
  return a + (b - a) * (segment.curve === "smooth" ? 3 * at ** 2 - 2 * at ** 3 : at);
}

/** The source instant that a target instant shows; before the beginning the first, after the end the last. */
export function sourceAt(segments, target) {
  const segment = segments.find(({ targetEndSeconds }) => target < targetEndSeconds) ?? segments.at(-1);
  if (!segment) return 0;
  const { sourceStartSeconds: from, sourceEndSeconds: to } = segment;
  if (segment.kind === "hold") return from;
  const length = segment.targetEndSeconds - segment.targetStartSeconds;
  const part = length > 0 ? Math.min(1, Math.max(0, (target - segment.targetStartSeconds) / length)) : 0;
  return segment.kind === "reverse" ? to - (to - from) * part : from + (to - from) * progress(segment, part);
}

/** The first target instant that shows a source instant; `null` where none does. */
export function targetOf(segments, source) {
  for (const segment of segments) {
    const { sourceStartSeconds: from, sourceEndSeconds: to } = segment;
    if (segment.kind === "hold" ? source === from : source >= from && source < to) return targetWithin(segment, source);
  }
  return null;
}

/** From when to when in the result a part of the source is played, the first time to the last; `null` where it never is. */
export function spanOf(segments, from, to) {
  const ends = segments.flatMap((segment) => {
    const { sourceStartSeconds, sourceEndSeconds, targetStartSeconds, targetEndSeconds } = segment;
    if (segment.kind === "hold") {
      return sourceStartSeconds >= from && sourceStartSeconds < to ? [targetStartSeconds, targetEndSeconds] : [];
    }
    const [start, end] = [Math.max(from, sourceStartSeconds), Math.min(to, sourceEndSeconds)];
    return start < end ? [targetWithin(segment, start), targetWithin(segment, end)] : [];
  });
  return ends.length > 0 ? { from: Math.min(...ends), to: Math.max(...ends) } : null;
}

/** The target instant that shows a source instant of a segment. */
function targetWithin(segment, source) {
  const { sourceStartSeconds: from, sourceEndSeconds: to, targetStartSeconds: start, targetEndSeconds: end } = segment;
  if (segment.kind === "hold" || to <= from) return start;
  const share = (source - from) / (to - from);
  return start + (end - start) * (segment.kind === "reverse" ? 1 - share : inverse(segment, share));
}

/** The part of the target at which a part of the source has passed: progress never falls, so halving finds it. */
function inverse(segment, share) {
  if (segment.kind !== "ramp") return share;
  let [low, high] = [0, 1];
  for (let step = 0; step < 50; step += 1) {
    const middle = (low + high) / 2;
    if (progress(segment, middle) < share) low = middle; else high = middle;
  }
  return high;
}

/** The rate over source time: `[[seconds, rate]…]`, two points for a constant rate, more for a ramp. */
export function ratePoints(segment, count = 24) {
  const { sourceStartSeconds: from, sourceEndSeconds: to } = segment;
  if (segment.kind !== "ramp") return [from, to].map((at) => [at, Math.abs(segment.rateStart)]);
  return Array.from({ length: count + 1 }, (_, index) => {
    const part = index / count;
    return [from + (to - from) * progress(segment, part), rateAt(segment, part)];
  });
}
