/** A dialog that asks for a text. */
import { byId } from "./dom.js";

/** The text, or `null` where it was cancelled. */
export function ask(title, label) {
  const dialog = byId("asker");
  byId("asker-title").textContent = title;
  byId("asker-label").textContent = label;
  byId("asker-text").value = "";
  dialog.returnValue = "";
  dialog.showModal();
  byId("asker-text").focus();
  return new Promise((resolve) => dialog.addEventListener("close", () => {
    resolve(dialog.returnValue === "yes" ? byId("asker-text").value.trim() || null : null);
  }, { once: true }));
}
