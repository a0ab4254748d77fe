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
  constructor(list, { metrics, frequencies }, onChoose, onSeek) {
    this.list = list;
    this.metrics = metrics;
    this.frequencies = frequencies;
    this.onChoose = onChoose;
    this.onSeek = onSeek;
    this.rows = [];
  }

  /** `[{label, rendering}]`. A rendering is `null` where it must stay hidden. `duration` is in seconds; 0: not known yet. */
  show(items, duration) {
    this.duration = duration;
    this.rows = items.map(({ label, rendering }, index) => this.#row(label, rendering, index));
    this.list.replaceChildren(...this.rows.map(({ item }) => item));
  }

  mark(chosen) {
    this.rows.forEach(({ item, button }, index) => {
      item.classList.toggle("chosen", index === chosen);
      button.setAttribute("aria-pressed", String(index === chosen));
    });
    this.rows[chosen]?.item.scrollIntoView({ block: "nearest" });
  }

  /** Gives a row the focus, so that arrow keys go on from there. */
  focus(index) { this.rows[index]?.button.focus({ preventScroll: true }); }

  /** Draws the axis of time anew. */
  setDuration(duration) {
    this.duration = duration;
    for (const axis of this.list.querySelectorAll(".times")) axis.replaceChildren(...this.#times());
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
      this.#frequencyAxis(),
    );
    images.addEventListener("click", (event) => {
      const bounds = images.getBoundingClientRect();
      this.onSeek(Math.min(1, Math.max(0, (event.clientX - bounds.left) / bounds.width)));
    });
    const axis = element("div", { className: "times" }, ...this.#times());
    axis.setAttribute("aria-hidden", "true");
    return element("div", {}, images, axis);
  }

  #frequencyAxis() {
    const axis = element("div", { className: "frequencies" }, ...this.frequencies.map(({ label, height }, index) => {
      const last = index === this.frequencies.length - 1;
      const tick = element("span", {}, last ? `${label} kHz` : label);
      tick.style.bottom = `${100 * height}%`;
      return tick;
    }));
    axis.setAttribute("aria-hidden", "true");
    return axis;
  }

  /** Marks of time at round distances, about eight of them. */
  #times() {
    if (!(this.duration > 0)) return [];
    const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600];
    const step = steps.find((length) => this.duration / length <= 8) ?? 1800;
    const marks = [];
    for (let number = 0; number * step <= this.duration * 0.97; number += 1) {
      const time = number * step;
      const mark = element("span", {}, number === 0 ? "0 s" : time.toFixed(step < 1 ? 1 : 0));
      mark.style.left = `${(100 * time) / this.duration}%`;
      marks.push(mark);
    }
    return marks;
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
  const parts = [...new Set(metrics.map(({ part }) => part))].map((part) => {
    const title = element("th", { scope: "rowgroup", colSpan: shown.length + 1 }, part);
    const rows = metrics.map((metric, index) => [metric, index]).filter(([metric]) => metric.part === part);
    return element("tbody", {}, element("tr", { className: "part" }, title),
      ...rows.map(([metric, index]) => figuresRow(metric, index, shown)));
  });
  table.replaceChildren(element("thead", {}, head), ...parts);
}

function figuresRow({ label, unit, explanation, aim }, index, shown) {
  const about = [explanation, aim && `${aim[0].toUpperCase()}${aim.slice(1)}.`].filter(Boolean).join(" ");
  const name = element(
    "th", { scope: "row" }, label, " ", element("span", { className: "unit" }, unit),
    element("span", { className: "about" }, about));
  const cells = shown.map(({ rendering }) => {
    const cell = element("td", {}, rendering.figures[index] ?? "–");
    if (rendering.isBest[index]) {
      cell.className = "best";
      cell.append(element("span", { className: "unseen" }, " best"));
    }
    return cell;
  });
  return element("tr", { className: "figure" }, name, ...cells);
}
