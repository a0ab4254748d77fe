/** What the buttons and keys do. */
import { byId } from "./dom.js";
import { bytes } from "./server.js";
import { openTab } from "./tabs.js";
import { parseTime } from "./time.js";

/** `[keys, words, action, button]…`: the button's number is its `id`. Words are those of the list of keys. */
export function commands({ studio, timeline, player, stage, two, opener, transport }) {
  const { gestures } = timeline;
  const edge = (frame, isEnd) => studio.clip.edgeText(frame, isEnd) || null;
  const at = (name) => (studio.document[name] && parseTime(studio.document[name], studio.clip)) ?? null;
  // An end that the other one passes is none any more.
  const setIn = () => studio.change({ in: edge(studio.frame, false), ...(at("out") !== null && at("out") <= studio.time ? { out: null } : {}) });
  const setOut = () => studio.change({ out: edge(studio.frame + 1, true), ...(at("in") !== null && at("in") > studio.time ? { in: null } : {}) });
  const select = (name) => {
    const { start, end } = studio.selection ?? { start: studio.clip.firstEdge, end: studio.clip.frames };
    studio.select(name === "start" ? { start: studio.frame, end: Math.max(end, studio.frame + 1) } : { start: Math.min(start, studio.frame), end: studio.frame + 1 });
  };
  const add = () => {
    if (gestures.tool === "hold") return gestures.addHold(studio.frame);
    if (!studio.selection) {
      const length = studio.clip.frameAt(studio.time + 1) - studio.frame;
      studio.select({ start: studio.frame, end: Math.min(studio.clip.frames, studio.frame + Math.max(1, length)) });
    }
    const slow = gestures.tool === "reverse" ? 1 : 1 / 4;
    gestures.addRange(["ramp", "smooth"].includes(gestures.tool) ? 1 : slow, slow);
  };
  // Of a clip without video nothing is seen.
  const seen = (action) => () => (studio.clip.hasVideo ? action() : undefined);
  const full = () => (document.fullscreenElement ? document.exitFullscreen() : byId("stage").requestFullscreen().catch((error) => studio.complain(error)));
  const still = async () => {
    try {
      const { clip, frame } = studio;
      const png = await bytes(`clips/${clip.id}/still/${frame}.png`);
      const href = URL.createObjectURL(new Blob([png], { type: "image/png" }));
      const link = Object.assign(document.createElement("a"), { href, download: `${clip.name}-frame${frame}.png` });
      document.body.append(link);
      link.click();
      link.remove();
      // The browser has begun to save it by then.
      setTimeout(() => URL.revokeObjectURL(href), 60_000);
    } catch (error) { studio.complain(error); }
  };
  const copy = async () => {
    const text = byId("command").textContent;
    try {
      await navigator.clipboard.writeText(text);
      byId("copy").textContent = "Copied";
      setTimeout(() => { byId("copy").textContent = "Copy"; }, 1500);
      transport.announce("The command is copied.");
    } catch {
      getSelection().selectAllChildren(byId("command"));
    }
  };
  const loop = () => {
    player.loops = !player.loops;
    byId("loop").setAttribute("aria-pressed", String(player.loops));
    player.stop();
  };
  const tool = (name) => () => gestures.choose(name);
  const move = (action) => () => { player.stop(); action(); };
  return [
    [[" "], "Play the result, and stop", () => player.toggle(), "play"],
    [["ArrowLeft"], "One frame back", move(() => studio.step(-1)), "frame-back"],
    [["ArrowRight"], "One frame on", move(() => studio.step(1)), "frame-on"],
    [["Shift+ArrowLeft"], "One second back", move(() => studio.stepSeconds(-1)), "second-back"],
    [["Shift+ArrowRight"], "One second on", move(() => studio.stepSeconds(1)), "second-on"],
    [["PageUp", "ArrowUp"], "To the mark before", move(() => studio.stepMark(-1)), "mark-before"],
    [["PageDown", "ArrowDown"], "To the next mark", move(() => studio.stepMark(1)), "mark-after"],
    [["Home"], "To the beginning", move(() => studio.go(0))],
    [["End"], "To the end", move(() => studio.go(Infinity))],
    [["j"], "Play the clip backwards; again: faster", () => player.push(-1)],
    [["k"], "Stop", () => player.stop()],
    [["l"], "Play the clip; again: faster", () => player.push(1)],
    [["r"], "Repeat the selection, or all", loop, "loop"],
    [["i"], "The result begins here", setIn, "set-in"],
    [["o"], "The result ends behind this frame", setOut, "set-out"],
    [["["], "The selection begins here", () => select("start")],
    [["]"], "The selection ends behind this frame", () => select("end")],
    [["Escape"], "Select nothing", () => studio.select(null)],
    [["e"], "Add what is chosen over the selection", add],
    [["h"], "Hold this frame for a second", () => gestures.addHold(studio.frame)],
    [["m"], "Set a mark", () => studio.addMark(), "add-mark"],
    ...["rate", "ramp", "smooth", "hold", "reverse", "select"].map((name, index) =>
      [[String(index + 1)], `A drag on the curve draws: ${name}`, tool(name)]),
    [["+", "="], "Show less time", () => timeline.zoom(1 / 1.5), "zoom-in"],
    [["-"], "Show more time", () => timeline.zoom(1.5), "zoom-out"],
    [["0"], "Show the whole clip", () => timeline.showAll(), "zoom-all"],
    [["Control+z"], "Undo", () => studio.undo(), "undo"],
    [["Control+y", "Control+Shift+z"], "Redo", () => studio.redo(), "redo"],
    [["Alt+ArrowLeft"], "The second clip one frame back", () => two.nudge(-1)],
    [["Alt+ArrowRight"], "The second clip one frame on", () => two.nudge(1)],
    [["s"], "Save this frame as PNG", seen(still), "still"],
    [["f"], "Full screen", seen(full), "full"],
    [["c"], "Copy the command line", copy, "copy"],
    [["x"], "The export", () => { openTab(byId("tab-export")); byId("tab-export").click(); byId("tab-export").focus(); }],
    [["Control+o"], "Open a clip", () => opener.open(), "open"],
    [["?"], "These keys", () => byId("keys").showModal(), "help"],
  ];
}
