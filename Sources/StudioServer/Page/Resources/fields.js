/** Fields of the edit that are typed: a value counts when it is entered, and what is wrong with it is said beside it. */
import { byId } from "./dom.js";

/** Connects a field: `read` gives its text, `write` takes what was entered. */
export function field(id, read, write) {
  const input = byId(id);
  input.addEventListener("change", () => write(input.value.trim()));
  leavable(input, read);
  return () => { if (document.activeElement !== input || input.type !== "text") input.value = read(); };
}

/** Enter and Escape leave a field for the timeline, whose keys play and step; Escape takes back what was typed. */
export function leavable(input, read) {
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") input.value = read();
    if (event.key === "Escape" || (event.key === "Enter" && input.type === "text")) byId("head").focus();
  });
}

/** Marks a field as wrong, with a message, or as right. */
export function complainAt(input, message) {
  input.setAttribute("aria-invalid", String(Boolean(message)));
  input.title = message ?? input.dataset.forms ?? "";
  input.ariaDescription = message ?? null;
}
