/** A dialog that asks for a text, or whether something is meant. */
import { byId } from "./dom.js";

/** Asks for a text: `null` where it was cancelled. */
export async function ask(title, label) {
  byId("asker-label").textContent = label;
  byId("asker-text").value = "";
  return (await isAnswered(title, "Save", true)) ? byId("asker-text").value.trim() || null : null;
}

/** Asks whether something is meant; `yes` is what the button for it says. */
export const agree = (question, yes) => isAnswered(question, yes, false);

function isAnswered(title, yes, takesText) {
  const dialog = byId("asker");
  byId("asker-title").textContent = title;
  byId("asker-yes").textContent = yes;
  byId("asker-field").hidden = !takesText;
  dialog.returnValue = "";
  dialog.showModal();
  if (takesText) byId("asker-text").focus();
  return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true }));
}
