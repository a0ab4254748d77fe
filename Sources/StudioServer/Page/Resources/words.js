/**
 * Words of the command in words of the page: an option is named by the label of its field, as the page shows none, and times are written
 * as the page writes them. All that the server says of an edit goes through here. No DOM.
 */
import { groups } from "./settings.js";
import { clockText, parseTime } from "./time.js";

/** What the page calls options that are none of its settings. */
const others = {
  trim: "“In” and “Out”", "trim-a": "“In”", "trim-b": "the part of the second clip", edit: "an edit", "edit-a": "an edit", chapter: "a mark",
  rate: "“Rate of the rest”", pitch: "“Pitch”", layout: "“Layout”", "at-a": "“Mark of the first”", "at-b": "“Mark of the second”",
  align: "“Find by sound”", output: "“File name”", o: "“File name”", force: "“Replace the file if it exists”",
};
const choices = { pitch: ["mute"], align: ["audio"] };

const settings = new Map(groups.flatMap(({ options }) => options).map((option) => [option.name, option]));

/** So many things, of which one is called so. */
export const counted = (count, thing) => `${count} ${thing}${count === 1 ? "" : "s"}`;

/** Whether the page has a name for an option. */
export const isNamed = (name) => settings.has(name) || name in others;

/** What is wrong with a part of an edit, in words of the page: a setting is named by its label. */
export function wordedProblem({ field, message }) {
  const setting = settings.get(field.replace(/^settings\./, ""));
  return setting ? `“${setting.label}”: ${worded(message)}` : worded(message);
}

/** A message of the command as the page says it. */
export function worded(message) {
  return message
    .replace(/(?<![\w-])(?<!overcrank [\w-]+ )(?:--([a-z][a-z-]*[a-z])|-(o)\b)(?:[ =]([\w/.:]*\w))?/g, (text, long, short, value) => {
      const name = long ?? short;
      if (!isNamed(name)) return text;
      const label = others[name] ?? `“${settings.get(name).label}”`;
      const isValue = /^\d/.test(value ?? "") || (settings.get(name)?.choices ?? choices[name] ?? []).includes(value);
      if (value === undefined) return label;
      return isValue && label.endsWith("”") ? `${label.slice(0, -1)}: ${value}”` : `${label}${text.slice(-value.length - 1)}`;
    })
    .replace(/(?<![\w.:/])\d\d:\d\d:\d\d\.\d{3}(?![\w@=+*]|\.\.)/g, (text) => clockText(parseTime(text)));
}
