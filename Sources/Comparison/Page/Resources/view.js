/** Makes an element: `element("li", {className: "row"}, child, "text")`. */
function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** `1:02.345`. */
function clockText(seconds) {
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${(seconds - minutes * 60).toFixed(3).padStart(6, "0")}`;
}

/** The rows: one for each rendering, in the given order, with or without names. */
class Rows {
  constructor(list, metrics, onChoose, onSeek) {
    this.list = list;
    this.metrics = metrics;
    this.onChoose = onChoose;
    this.onSeek = onSeek;
    this.rows = [];
  }

  /** `[{label, rendering}]`. A rendering is `null` where it must stay hidden. */
  show(items) {
    this.rows = items.map(({ label, rendering }, index) => this.#row(label, rendering, index));
    this.list.replaceChildren(...this.rows.map(({ item }) => item));
  }

  mark(chosen) {
    this.rows.forEach(({ item, button }, index) => {
      item.classList.toggle("chosen", index === chosen);
      button.setAttribute("aria-pressed", String(index === chosen));
    });
  }

  moveHead(part) {
    this.list.style.setProperty("--head", `${part * 100}%`);
  }

  #row(label, rendering, index) {
    const button = element(
      "button", { type: "button", className: "choose" },
      element("span", { className: "number" }, String(index + 1)),
      element("span", { className: "name" }, label),
    );
    button.setAttribute("aria-pressed", "false");
    if (index < 9) button.setAttribute("aria-keyshortcuts", String(index + 1));
    button.addEventListener("click", () => this.onChoose(index));
    const item = element("li", { className: "row" }, element("div", { className: "who" }, button));
    if (rendering) {
      item.firstChild.append(this.#summary(rendering));
      item.append(this.#images(label, rendering));
    } else {
      item.append(element("div", { className: "hidden-images" }, "hidden while you listen"));
    }
    return { item, button };
  }

  #images(label, { spectrogram, waveform }) {
    const images = element(
      "div", { className: "images" },
      element("img", { className: "spectrogram", src: Media.imageAddress(spectrogram), alt: `Spectrogram of ${label}` }),
      element("img", { className: "waveform", src: Media.imageAddress(waveform), alt: `Waveform of ${label}` }),
      element("div", { className: "head" }),
    );
    images.addEventListener("pointerdown", (event) => {
      const bounds = images.getBoundingClientRect();
      this.onSeek(Math.min(1, Math.max(0, (event.clientX - bounds.left) / bounds.width)));
    });
    return images;
  }

  /** The most important figures. */
  #summary({ figures }) {
    const shown = this.metrics.map((metric, index) => ({ ...metric, text: figures[index] }))
      .filter(({ isHeadline, text }) => isHeadline && text !== null);
    return element("dl", { className: "summary" }, ...shown.map(({ label, unit, text }) =>
      element("div", {}, element("dt", {}, label), element("dd", {}, `${text} ${unit}`))));
  }
}

/** The table of all measurements: a row for each metric, a column for each rendering. */
function figuresTable(table, metrics, items) {
  const shown = items.filter(({ rendering }) => rendering);
  if (shown.length === 0) {
    table.replaceChildren(element("caption", {}, "Hidden while you listen."));
    return;
  }
  const head = element("tr", {}, element("th", { scope: "col" }, "Figure"),
    ...shown.map(({ label }) => element("th", { scope: "col" }, label)));
  const body = metrics.map(({ label, unit, explanation }, index) => element(
    "tr", {},
    element("th", { scope: "row", title: explanation }, label, " ", element("span", { className: "unit" }, unit)),
    ...shown.map(({ rendering }) => element("td", {}, rendering.figures[index] ?? "–")),
  ));
  table.replaceChildren(element("thead", {}, head), element("tbody", {}, ...body));
}
