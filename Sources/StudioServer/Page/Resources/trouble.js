/** What is wrong with an edit, on the lane of the curve: its ranges as they are written, as there is no map, and where two of them collide. */
import { shape } from "./dom.js";
import { editSpan, parseEdit } from "./edits.js";
import { parseRate } from "./rates.js";

/** Shapes of what is wrong with the edit; none where nothing is. `x` and `y` place seconds and rates. */
export function troubleShapes(studio, x, y, height) {
  const { clip, document: edit, answer } = studio;
  if (answer.problems.length === 0) return [];
  const lines = answer.map ? [] : edit.edits.flatMap((text, index) => {
    const read = parseEdit(text);
    const span = read && editSpan(read, clip);
    if (!span) return [];
    const [from, to] = [read.rate ?? "1", read.rateEnd ?? read.rate ?? "1"].map(parseRate);
    const ends = read.kind === "hold" ? { y1: 0, y2: height } : { y1: y(from), y2: y(to) };
    const isWrong = studio.problemOf(`edits[${index}]`);
    return [shape("line", { class: isWrong ? "sketch wrong" : "sketch", x1: x(span.start), x2: x(span.end), ...ends })];
  });
  const collisions = new Map(answer.problems.filter(({ startSeconds }) => typeof startSeconds === "number").map((problem) => [problem.message, problem]));
  return [...lines, ...[...collisions.values()].flatMap(({ startSeconds, endSeconds }) => [
    shape("rect", { class: "collision", x: x(startSeconds) - 1, width: x(endSeconds) - x(startSeconds) + 2, y: 0, height }),
    shape("text", { class: "wrong", x: x(startSeconds) + 4, y: 12 }, "overlap"),
  ])];
}
