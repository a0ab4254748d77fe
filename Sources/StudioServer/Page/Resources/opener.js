/** The dialog that opens a clip from the folders that were named at start. */
import { byId, element } from "./dom.js";
import { get } from "./server.js";

export class Opener {
  constructor(studio) {
    this.studio = studio;
    this.folders = [];
  }

  open() {
    byId("opener").showModal();
    if (this.folders.length === 1) return this.#list(this.folders[0]);
    byId("opener-path").textContent = this.folders.length ? "Folders" : "No folder was named when the studio was started. Start it with one, and its clips can be opened here: overcrank studio --folder ~/Videos";
    byId("opener-list").replaceChildren(...this.folders.map((path) => this.#entry({ name: path, path, kind: "folder" })));
  }

  async #list(folder) {
    try {
      const { path, entries } = await get(`folders?path=${encodeURIComponent(folder)}`);
      byId("opener-path").textContent = path;
      const isWithin = (root) => root === "/" || path.startsWith(`${root}/`);
      const root = this.folders.includes(path) ? undefined : this.folders.find(isWithin);
      const up = root || this.folders.length > 1
        ? [this.#entry({ name: "..", path: root ? path.slice(0, path.lastIndexOf("/")) || "/" : null, kind: "up" })] : [];
      byId("opener-list").replaceChildren(...up, ...entries.filter(({ kind }) => kind !== "other").map((entry) => this.#entry(entry)));
      byId("opener-list").querySelector("button")?.focus();
    } catch (error) { byId("opener-path").textContent = error.message; }
  }

  #entry({ name, path, kind, bytes }) {
    const label = kind === "folder" ? `${name}/` : name;
    const size = kind === "clip" && bytes > 0 ? ` ${(bytes / 1e6).toFixed(1)} MB` : "";
    const button = element("button", { type: "button" }, label, element("span", { className: "quiet" }, size));
    button.addEventListener("click", async () => {
      if (path === null) return this.open();
      if (kind !== "clip") return this.#list(path);
      try {
        await this.studio.open(path);
        byId("opener").close();
      } catch (error) { byId("opener-path").textContent = error.message; }
    });
    return element("li", {}, button);
  }
}
