/** Puts the page together. */
import * as asker from "./asker.js";
import { commands } from "./commands.js";
import { byId, element } from "./dom.js";
import { EditsPanel } from "./editspanel.js";
import { ExportPanel } from "./exportpanel.js";
import { ExportsList } from "./exportslist.js";
import { Feed } from "./feed.js";
import { Keys } from "./keys.js";
import { MarksPanel } from "./markspanel.js";
import { Opener } from "./opener.js";
import { Pictures } from "./pictures.js";
import { Player } from "./player.js";
import { Recovery } from "./recovery.js";
import { get } from "./server.js";
import { Socket } from "./socket.js";
import { Stage } from "./stage.js";
import { Studio } from "./studio.js";
import { arrows, openTab } from "./tabs.js";
import { Timeline } from "./timeline.js";
import { Transport } from "./transport.js";
import { TwoPanel } from "./twopanel.js";
import { counted } from "./words.js";

const studio = new Studio();
const socket = new Socket();
const pictures = new Pictures();
const stage = new Stage(studio, socket, pictures);
const player = new Player(studio, stage, new Feed(pictures));
const timeline = new Timeline(studio);
const transport = new Transport(studio, player);
const opener = new Opener(studio);
const two = new TwoPanel(studio);
const edits = new EditsPanel(studio, asker);
const exporting = new ExportPanel(studio);
const queue = new ExportsList(studio, (words) => transport.announce(words));
const recovery = new Recovery(studio);
new MarksPanel(studio);

const list = commands({ studio, timeline, player, stage, two, opener, transport });
new Keys(list.map(([keys, words, action]) => [keys, words, () => { if (studio.clip || keys.includes("?") || keys.includes("Control+o")) action(); }]));
for (const [, , action, button] of list) if (button) byId(button).addEventListener("click", () => action());

arrows(byId("tools"), (button) => timeline.gestures.choose(button.dataset.tool));
arrows(byId("tabs"), (tab) => { openTab(tab); if (tab.id === "tab-export" && studio.clip) exporting.open(); });
timeline.gestures.choose("rate");

byId("pitch").addEventListener("change", () => studio.change({ pitch: byId("pitch").value === studio.algorithms[0] ? null : byId("pitch").value }));
byId("clips").addEventListener("change", () => studio.choose(studio.clips.get(Number(byId("clips").value))));
byId("problem-close").addEventListener("click", () => { byId("problem").hidden = true; });

studio.addEventListener("problem", ({ detail }) => {
  byId("problem-words").textContent = detail ?? "";
  byId("problem").hidden = detail === null;
});
studio.addEventListener("clips", () => {
  byId("clips").replaceChildren(...[...studio.clips.values()].map(({ id, name }) => element("option", { value: String(id) }, name)));
  byId("clips").value = String(studio.clip?.id ?? "");
  byId("clips").title = studio.clip?.path ?? "";
  // Without a clip there is nothing to do but to open one.
  byId("studio").inert = !studio.clip;
  // Of a clip without video nothing is seen.
  for (const id of ["still", "full"]) byId(id).disabled = !studio.clip?.hasVideo;
  if (studio.clip) showFacts(studio.clip);
});
studio.addEventListener("document", () => {
  byId("undo").disabled = !studio.history.canUndo;
  byId("redo").disabled = !studio.history.canRedo;
  byId("pitch").value = studio.algorithm;
});
// An option stays with its dashes: lines would else be broken between them.
studio.addEventListener("answer", () => {
  byId("command").replaceChildren(...studio.answer.commandLine.split(/( )(?=--)/).map((part) => (part === " " ? part : element("span", {}, part))));
});
studio.addEventListener("selection", () => {
  const { selection, clip } = studio;
  byId("selection").textContent = selection
    ? `${counted(selection.end - Math.max(0, selection.start), "frame")}, ${(clip.timeOf(selection.end) - clip.timeOf(selection.start)).toFixed(3)} s selected` : "";
});

socket.addEventListener("exports", ({ detail }) => queue.show(detail.exports));
socket.addEventListener("clip", ({ detail }) => renew(detail));
socket.addEventListener("error", ({ detail }) => studio.complain(detail));
let wasLost = false;
socket.addEventListener("state", ({ detail: { isOpen } }) => {
  byId("lost").hidden = isOpen;
  if (isOpen) studio.settleProblem("unreachable");
  // News that came meanwhile were told to nobody.
  if (isOpen && wasLost) catchUp().catch((error) => studio.complain(error));
  wasLost = !isOpen;
});

/** Takes what is known of a clip by now. */
function renew(facts) {
  // Until all frames of a clip are known, numbers of those near the position are estimates.
  if (facts.complete && !studio.clips.get(facts.id)?.complete) pictures.forget(facts.id);
  studio.update(facts).catch((error) => studio.complain(error));
}

/** Takes what has become of the clips and the exports. */
async function catchUp() {
  const session = await get("session");
  queue.show(session.exports ?? []);
  session.clips.forEach(renew);
  studio.sendAgain();
}

/** Clips whose warnings were shown: each is said once. */
const warned = new Set();

/** The facts of a clip in the bar, and what is to be known of it. */
function showFacts({ id, name, width, height, frames, rate, rateSeconds, codec, warnings, hasVideo, sampleRate, channels }) {
  const fps = rate && /^\d+$/.test(rate) ? rate : rateSeconds?.toFixed(3);
  byId("facts").textContent = hasVideo
    ? `${width}×${height}, ${fps} fps${rate || frames < 2 ? "" : " (variable)"}, ${counted(frames, "frame")}, ${codec}`
    : `${sampleRate} Hz, ${counted(channels, "channel")}, ${codec}, no video`;
  document.title = `${name} – Overcrank Studio`;
  if (!warnings?.length || warned.has(id)) return;
  warned.add(id);
  studio.complain(warnings.join(" "));
}

async function begin() {
  const session = await get("session");
  byId("pitch").replaceChildren(...session.algorithms.map(({ name, title }) => element("option", { value: name }, title || name)));
  studio.algorithms = session.algorithms.map(({ name }) => name);
  opener.folders = session.folders;
  edits.offer(session.presets ?? []);
  queue.show(session.exports ?? []);
  for (const facts of session.clips) await studio.add(facts);
  recovery.offer(session.recovered);
  const first = studio.clips.values().next().value;
  if (first) studio.choose(first);
  else opener.open();
}

addEventListener("pagehide", () => studio.keepAtLast());

begin().catch((error) => studio.complain(error)).finally(() => { document.body.dataset.ready = "true"; });
