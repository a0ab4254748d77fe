/** An A/B/X test: what X is in each trial, and the score of the answers. */
class Trial {
  /** @param {() => number} random Uniform in [0, 1). */
  constructor(a, b, random = Trial.random) {
    this.a = a;
    this.b = b;
    this.random = random;
    this.right = 0;
    this.total = 0;
    this.#draw();
  }

  /** What X is now: `a` or `b`. */
  get x() { return this.isA ? this.a : this.b; }

  /** Takes an answer, draws the next X, and says whether the answer was right. */
  answer(saysA) {
    const isRight = saysA === this.isA;
    this.total += 1;
    if (isRight) this.right += 1;
    this.#draw();
    return isRight;
  }

  /** The probability of as many right answers, or more, by guessing. */
  get probability() { return Trial.binomialTail(this.right, this.total); }

  #draw() { this.isA = this.random() < 0.5; }

  /** P(at least `right` of `total`) of a fair coin. */
  static binomialTail(right, total) {
    let term = 2 ** -total;
    let sum = 0;
    for (let count = 0; count <= total; count += 1) {
      if (count >= right) sum += term;
      term *= (total - count) / (count + 1);
    }
    return Math.min(1, sum);
  }

  /** A shuffled copy (Fisher and Yates). */
  static shuffled(items, random = Trial.random) {
    const shuffled = [...items];
    for (let last = shuffled.length - 1; last > 0; last -= 1) {
      const other = Math.floor(random() * (last + 1));
      [shuffled[last], shuffled[other]] = [shuffled[other], shuffled[last]];
    }
    return shuffled;
  }

  static random() { return crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32; }
}
