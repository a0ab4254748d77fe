/** Values that were, for undo and redo. Values are never changed in place. No DOM. */
export class History {
  /** How many are kept. */
  static limit = 500;

  constructor(value) {
    this.past = [];
    this.value = value;
    this.future = [];
    /** What it is kept under: other pages, and other clips, have others. */
    this.work = crypto.randomUUID();
  }

  /** Goes on with another value. */
  push(value) {
    if (JSON.stringify(value) === JSON.stringify(this.value)) return;
    this.past = [...this.past, this.value].slice(-History.limit);
    this.value = value;
    this.future = [];
  }

  /** Changes all values alike, those that were among them. */
  change(changed) {
    this.past = this.past.map(changed);
    this.value = changed(this.value);
    this.future = this.future.map(changed);
  }

  get canUndo() { return this.past.length > 0; }
  get canRedo() { return this.future.length > 0; }

  undo() {
    if (!this.canUndo) return;
    this.future.unshift(this.value);
    this.value = this.past.pop();
  }

  redo() {
    if (!this.canRedo) return;
    this.past.push(this.value);
    this.value = this.future.shift();
  }
}
