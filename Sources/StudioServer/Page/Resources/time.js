/** Times as people write them and as the command reads them. No DOM. */

/** A decimal number or a quotient of two; `null` for other text. */
export function parseNumber(text) {
  const match = /^(\d+(?:\.\d+)?|\.\d+)(?:\/(\d+(?:\.\d+)?))?$/.exec(text);
  if (!match) return null;
  const below = match[2] === undefined ? 1 : Number(match[2]);
  return below > 0 ? Number(match[1]) / below : null;
}

/**
 * The seconds of `1.5s`, `250ms`, `01:30.5`, `00:01:30`, `3/2s`, `360f` or a bare number of seconds; `null` for other text.
 * Frames are looked up in the clip, whose end is the time of the frame after the last.
 */
export function parseTime(text, clip) {
  const written = text.trim();
  if (written.includes(":")) return parseClock(written);
  const frame = /^(\d+)f$/.exec(written);
  if (frame) return clip && Number(frame[1]) <= clip.frames ? clip.timeOf(Number(frame[1])) : null;
  if (written.endsWith("ms")) {
    const number = parseNumber(written.slice(0, -2));
    return number === null ? null : number / 1000;
  }
  return parseNumber(written.endsWith("s") ? written.slice(0, -1) : written);
}

function parseClock(text) {
  const parts = text.split(":");
  const seconds = /^\d+(\.\d+)?$/.test(parts.at(-1)) ? Number(parts.at(-1)) : NaN;
  const whole = parts.slice(0, -1).map((part) => (/^\d+$/.test(part) ? Number(part) : NaN));
  if (parts.length > 3 || !(seconds < 60) || whole.some(Number.isNaN)) return null;
  if (whole.length === 2 && whole[1] >= 60) return null;
  return whole.reduce((sum, part) => (sum + part) * 60, 0) + seconds;
}

/** `1:02.345`, and hours where there are some. */
export function clockText(seconds, decimals = 3) {
  const unit = 10 ** decimals;
  const ticks = Math.round(Math.abs(seconds) * unit);
  const whole = Math.floor(ticks / unit);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = ((ticks % (60 * unit)) / unit).toFixed(decimals).padStart(decimals > 0 ? 3 + decimals : 2, "0");
  const sign = seconds < 0 && ticks > 0 ? "-" : "";
  return hours > 0 ? `${sign}${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${sign}${minutes}:${rest}`;
}

/** `1.5s`: at most six decimal places. */
export function secondsText(seconds) {
  return `${Number(seconds.toFixed(6))}s`;
}

/** The same of what decimals may not hold: `1.5s`, `1/3s`. */
export function exactSeconds(seconds) {
  return Math.abs(Number(seconds.toFixed(6)) - seconds) <= 1e-12 * seconds ? secondsText(seconds) : `${quotient(seconds).join("/")}s`;
}

/** The simplest quotient that a number is but for its rounding, by its continued fraction. */
function quotient(value) {
  let [numerator, before, denominator, beforeThat] = [1, 0, 0, 1];
  let rest = value;
  while (denominator < 1e6 && Math.abs(numerator / denominator - value) > 1e-12 * value) {
    const whole = Math.floor(rest);
    [numerator, before] = [whole * numerator + before, numerator];
    [denominator, beforeThat] = [whole * denominator + beforeThat, denominator];
    rest = 1 / (rest - whole);
  }
  return [numerator, denominator];
}
