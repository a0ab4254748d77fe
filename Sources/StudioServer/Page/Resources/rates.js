/** Rates as people write them: source time ÷ target time. No DOM. */
import { parseNumber } from "./time.js";

/** What a handle stops at, from the slowest. */
export const ladder = [
  "1/32", "1/24", "1/16", "1/12", "1/10", "1/8", "1/6", "1/5", "1/4", "1/3", "1/2", "2/3", "3/4",
  "1", "5/4", "3/2", "2", "3", "4", "6", "8",
];

/** The number of `0.5`, `1/4`, `25%`, `2x`; `null` for other text. */
export function parseRate(text) {
  const match = /^([^%x×]+)([%x×]?)$/.exec(text.trim());
  const number = match && parseNumber(match[1]);
  if (!number) return null;
  return match[2] === "%" ? number / 100 : number;
}

/** The rung that is nearest to a number, by ratio. */
export function nearestRate(value) {
  const distance = (text) => Math.abs(Math.log(parseRate(text) / value));
  return ladder.reduce((best, text) => (distance(text) < distance(best) ? text : best));
}

/** The next rung up (1) or down (-1) from a rate. */
export function steppedRate(text, direction) {
  const value = parseRate(text) ?? 1;
  const rungs = direction > 0 ? ladder : [...ladder].reverse();
  return rungs.find((rung) => (parseRate(rung) - value) * direction > value * 1e-6) ?? rungs.at(-1);
}
