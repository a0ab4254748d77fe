const byId = (id) => document.getElementById(id);

/** Connects the deck, the rows, the video and the trial with the page. */
class Comparison {
  constructor(results) {
    this.results = results;
    this.context = Comparison.#context(results.sampleRate);
    this.deck = new Deck(this.context);
    this.deck.onEnd = () => this.#showState();
    this.video = new VideoFollower(byId("video-figure"), byId("video"), byId("video-note"));
    this.rows = new Rows(byId("rows"), results, (index) => this.choose(index), (part) => this.seek(part * this.deck.duration));
    this.trial = null;
    this.loading = 0;
    this.#header();
    this.#tabs();
    this.#controls();
    this.openRate(0);
    const frame = () => { this.#frame(); requestAnimationFrame(frame); };
    requestAnimationFrame(frame);
  }

  /** Shows a rate and decodes its audio. The position in the clip is kept. */
  async openRate(index) {
    const request = this.loading += 1;
    const part = this.deck.duration > 0 ? this.deck.position / this.deck.duration : 0;
    this.deck.pause();
    this.#showState();
    this.#endTrial();
    this.rate = this.results.rates[index];
    this.order = this.rate.renderings.map((_, place) => place);
    byId("blind").checked = false;
    [...byId("rates").children].forEach((tab, place) => {
      tab.setAttribute("aria-selected", String(place === index));
      tab.tabIndex = place === index ? 0 : -1;
    });
    byId("notes").textContent = this.rate.notes.join(" ");
    byId("status").textContent = "Decoding …";
    byId("play").disabled = true;
    this.video.load(this.rate.video);
    this.#showRows();
    let buffers;
    try {
      buffers = await Promise.all(
        this.rate.renderings.map(({ audio }) => this.context.decodeAudioData(Media.bytes(audio))));
    } catch {
      if (request === this.loading) byId("status").textContent = "This browser cannot decode the audio: the files lie beside the page.";
      return;
    }
    if (request !== this.loading) return;
    this.deck.load(buffers.map((buffer, place) => ({ buffer, level: this.#level(place) })));
    this.deck.seek(part * this.deck.duration);
    this.choose(0);
    byId("seek").max = this.deck.duration;
    this.rows.setDuration(this.deck.duration);
    byId("status").textContent = "";
    byId("play").disabled = false;
  }

  /** Switches to the rendering in a row. */
  choose(row) {
    // In a trial the rows would show what X is.
    if (this.trial || row < 0 || row >= this.order.length) return;
    this.row = row;
    this.deck.choose(this.order[row]);
    this.rows.mark(row);
    this.#markTrial(null);
  }

  async toggle() {
    if (byId("play").disabled) return;
    if (this.context.state !== "running") await this.#resume();
    if (this.deck.isPlaying) this.deck.pause(); else this.deck.play();
    this.#showState();
  }

  /** Without an audio device the browser may wait for ever. */
  async #resume() {
    const wait = setTimeout(() => { byId("status").textContent = "Waiting for an audio device …"; }, 1000);
    await this.context.resume();
    clearTimeout(wait);
    byId("status").textContent = "";
  }

  seek(position) { this.deck.seek(position); }

  static #context(sampleRate) {
    // At the audio's own sample rate nothing is resampled. A browser may refuse an unusual sample rate.
    try { return new AudioContext({ sampleRate, latencyHint: "interactive" }); } catch { return new AudioContext(); }
  }

  #level(place) {
    return byId("levels").checked ? 10 ** (this.rate.renderings[place].matchingGainDecibels / 20) : 1;
  }

  #header() {
    const { name, facts, hearing } = this.results;
    document.title = `${name}: pitch algorithms compared`;
    byId("title").textContent = name;
    byId("facts").textContent = facts;
    byId("hearing").textContent = hearing;
  }

  #tabs() {
    byId("rates").append(...this.results.rates.map(({ label }, index) => {
      const tab = element("button", { type: "button", className: "tab" }, label);
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-controls", "deck");
      tab.addEventListener("click", () => this.openRate(index));
      return tab;
    }));
  }

  #controls() {
    byId("play").addEventListener("click", () => this.toggle());
    byId("seek").addEventListener("input", (event) => this.seek(Number(event.target.value)));
    // Some browsers keep what was ticked when the page is loaded again.
    this.deck.setLoops(byId("loop").checked);
    byId("loop").addEventListener("change", (event) => this.deck.setLoops(event.target.checked));
    byId("levels").addEventListener("change", () =>
      this.deck.setLevels(this.rate.renderings.map((_, place) => this.#level(place))));
    byId("blind").addEventListener("change", () => this.#setBlind(byId("blind").checked));
    byId("trial-start").addEventListener("click", () => this.#startTrial());
    byId("trial-end").addEventListener("click", () => this.#endTrial());
    byId("hear-a").addEventListener("click", () => this.#hear("a"));
    byId("hear-b").addEventListener("click", () => this.#hear("b"));
    byId("hear-x").addEventListener("click", () => this.#hear("x"));
    byId("answer-a").addEventListener("click", () => this.#answer(true));
    byId("answer-b").addEventListener("click", () => this.#answer(false));
    document.addEventListener("keydown", (event) => this.#key(event));
    // A button that was clicked would keep the focus, and then take the space bar. One reached by keyboard keeps it.
    document.addEventListener("click", (event) => {
      if (event.detail > 0) event.target.closest("button, input[type=checkbox]")?.blur();
    });
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target;
    if (target.closest("select, input[type=range], [role=tab], .scroll") && event.key.startsWith("Arrow")) {
      if (target.matches("[role=tab]")) this.#arrowTab(event);
      return;
    }
    // On the chosen card's button the space bar has nothing else to do.
    const isOnChosen = target.matches(".choose[aria-pressed=true]");
    if (event.key === " " && target.closest("button, input, select, summary") && !isOnChosen) return;
    // Up and down scroll the page, unless a card has the focus.
    if (/^Arrow(Up|Down)$/.test(event.key) && !target.closest(".row")) return;
    const action = this.#action(event);
    if (!action) return;
    event.preventDefault();
    action();
  }

  #action({ key, shiftKey }) {
    const step = shiftKey ? 0.1 : 1;
    switch (key) {
      case " ": return () => this.toggle();
      case "ArrowLeft": return () => this.seek(this.deck.position - step);
      case "ArrowRight": return () => this.seek(this.deck.position + step);
      case "ArrowUp": return () => this.#chooseByKey(this.row - 1);
      case "ArrowDown": return () => this.#chooseByKey(this.row + 1);
      case "Home": return () => this.seek(0);
      case "a": case "b": case "x": return this.trial && (() => this.#hear(key));
      default: return /^[1-9]$/.test(key) && (() => this.#chooseByKey(Number(key) - 1));
    }
  }

  /** The card gets the focus, too: arrow keys go on from there. */
  #chooseByKey(row) {
    if (this.trial || row < 0 || row >= this.order.length) return;
    this.choose(row);
    this.rows.focus(row);
  }

  #arrowTab(event) {
    const tabs = [...byId("rates").children];
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = (tabs.indexOf(event.target) + step + tabs.length) % tabs.length;
    tabs[next].focus();
    this.openRate(next);
  }

  #setBlind(isBlind) {
    const places = this.rate.renderings.map((_, place) => place);
    this.order = isBlind ? Trial.shuffled(places) : places;
    if (!isBlind) this.#endTrial();
    this.#showRows();
    this.choose(0);
  }

  get isBlind() { return byId("blind").checked; }

  #items() {
    return this.order.map((place, row) => {
      const rendering = this.rate.renderings[place];
      return this.isBlind ? { label: `Rendering ${row + 1}`, rendering: null } : { label: rendering.name, rendering };
    });
  }

  #showRows() {
    const items = this.#items();
    this.rows.show(items, this.deck.duration);
    figuresTable(byId("figures"), this.results.metrics, items);
    const options = () => items.map(({ label }, row) => element("option", { value: String(row) }, label));
    byId("trial-a").replaceChildren(...options());
    byId("trial-b").replaceChildren(...options());
    byId("trial-b").value = String(Math.min(1, items.length - 1));
    byId("trial-start").disabled = items.length < 2;
  }

  #startTrial() {
    const [a, b] = ["trial-a", "trial-b"].map((id) => this.order[Number(byId(id).value)]);
    if (a === b) {
      byId("score").textContent = "Choose two different renderings.";
      return;
    }
    if (!this.isBlind) {
      byId("blind").checked = true;
      this.#setBlind(true);
    }
    // The renderings have been shuffled: these are the rows of A and B now.
    byId("trial-a").value = String(this.order.indexOf(a));
    byId("trial-b").value = String(this.order.indexOf(b));
    this.trial = new Trial(a, b);
    byId("trial-run").hidden = false;
    byId("trial-a").disabled = byId("trial-b").disabled = true;
    byId("trial-start").disabled = true;
    byId("rows").inert = true;
    byId("score").textContent = "No answer yet.";
    this.#hear("x");
  }

  #hear(which) {
    this.deck.choose(this.trial[which]);
    this.rows.mark(-1);
    this.#markTrial(which);
  }

  #markTrial(which) {
    for (const name of ["a", "b", "x"]) byId(`hear-${name}`).setAttribute("aria-pressed", String(name === which));
  }

  #answer(saysA) {
    const isRight = this.trial.answer(saysA);
    byId("score").textContent = `${isRight ? "Right" : "Wrong"}: ${this.#score()}`;
    this.#hear("x");
  }

  #score() {
    const { right, total, probability } = this.trial;
    return `${right} of ${total} right; guessing does as well with probability ${probability.toFixed(3)}.`;
  }

  #endTrial() {
    if (!this.trial) return;
    const { a, b, total } = this.trial;
    const names = `A was ${this.rate.renderings[a].name}, B was ${this.rate.renderings[b].name}.`;
    byId("score").textContent = total > 0 ? `${names} ${this.#score()}` : names;
    this.trial = null;
    byId("trial-run").hidden = true;
    byId("trial-a").disabled = byId("trial-b").disabled = false;
    byId("rows").inert = false;
    byId("blind").checked = false;
    this.#setBlind(false);
  }

  #showState() {
    byId("play").setAttribute("aria-pressed", String(this.deck.isPlaying));
    byId("play-label").textContent = this.deck.isPlaying ? "Pause" : "Play";
  }

  #frame() {
    const { position, duration, isPlaying } = this.deck;
    this.video.follow(position, isPlaying);
    this.rows.moveHead(duration > 0 ? position / duration : 0);
    byId("clock").textContent = `${clockText(position)} / ${clockText(duration || 0)}`;
    byId("seek").value = position;
  }
}

window.comparison = new Comparison(JSON.parse(byId("results").textContent));
