/** Where a rate is drawn: by its logarithm, from 1/32 at the bottom to 8 at the top. No DOM. */
const [lowest, highest] = [-5, 3];

/** From 0 (top) to 1 (bottom). */
export const heightOf = (rate) => Math.min(1, Math.max(0, (highest - Math.log2(rate)) / (highest - lowest)));

/** The rate at a height. */
export const rateAtHeight = (part) => 2 ** (highest - part * (highest - lowest));

/** Lines to read the curve by. */
export const lines = ["4", "1", "1/4", "1/16"];
