/**
 * The state of checking a queue: what was typed for each submission, what is being saved, and where the checker is.
 *
 * A save is a snapshot of one submission, so that moving on quickly never puts a score on another student's work (H1).
 * What was typed stays until the server has saved exactly that (H3). Calls about one submission run one after another:
 * a save waits for the claim before it and names the version that the checker has seen (H2).
 */
import type { VoiceFile, WorkFile } from "@/entities/homework/use-work-upload";

/** What goes with the message of a check: uploads that its save names. */
export type Attached = { files: readonly WorkFile[]; voice: VoiceFile | null };
export type Typed = { score: string; message: string } & Attached;

export type Snapshot = { id: number; version: number; score: number; message: string } & Attached;

export type Checked = { checkId: number; version: number; score: number };

/** ``claimable``: the work waits for a check again, as before the one undone. */
export type Undone = { version: number; claimable: boolean };

export type SaveState =
  | { state: "saving"; score: number }
  | ({ state: "saved"; score: number; message: string; checkId: number; version: number } & Attached)
  | { state: "failed"; score: number; error: unknown };

export type CheckingCalls = {
  /** Claims a submission and returns its new version; null where another checker has it open. */
  claim: (id: number) => Promise<number | null>;
  check: (snapshot: Snapshot) => Promise<Checked>;
  undo: (id: number, checkId: number, version: number) => Promise<Undone>;
  /** Stores what was typed; an empty text discards it. */
  storeDraft: (id: number, typed: Typed) => void;
};

export type CheckingState = {
  order: readonly number[];
  at: number | null;
  typed: ReadonlyMap<number, Typed>;
  saves: ReadonlyMap<number, SaveState>;
  /** The submission of the newest save, which can be undone. */
  undoable: number | null;
};

export const NOTHING: Typed = { score: "", message: "", files: [], voice: null };

export const isNothing = ({ score, message, files, voice }: Typed): boolean =>
  score === "" && message === "" && files.length === 0 && voice === null;

export class CheckingSession {
  private state: CheckingState = { order: [], at: null, typed: new Map(), saves: new Map(), undoable: null };
  private readonly listeners = new Set<() => void>();
  private readonly versions = new Map<number, number>();
  private readonly pending = new Map<number, Promise<unknown>>();
  private readonly claiming = new Set<number>();

  constructor(private readonly calls: CheckingCalls) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly snapshot = (): CheckingState => this.state;

  typedFor(id: number): Typed {
    return this.state.typed.get(id) ?? NOTHING;
  }

  /** Adds submissions that came since; those already listed keep their place, so that nothing moves under the hand. */
  list(ids: readonly number[]): void {
    const known = new Set(this.state.order);
    const added = ids.filter((id) => !known.has(id));
    if (added.length === 0) return;
    this.update({ order: [...this.state.order, ...added] });
  }

  /** Restores what was typed before, unless something newer stands here. */
  restore(id: number, typed: Typed): void {
    if (!this.state.typed.has(id)) this.setTyped(id, typed, false);
  }

  /** The version of the submission as it is shown: what the checker decides by. An older reading changes nothing. */
  saw(id: number, version: number): void {
    if (!this.pending.has(id)) this.versions.set(id, Math.max(version, this.versions.get(id) ?? 0));
  }

  open(id: number): void {
    if (this.state.at !== id) this.update({ at: id });
  }

  /** Claims a submission that is shown in this version, so that other checkers see who has it open (D-69). */
  claim(id: number, version: number): void {
    this.saw(id, version);
    if (this.claiming.has(id)) return;
    this.claiming.add(id);
    void this.enqueue(id, async () => {
      const seen = this.versions.get(id);
      const claimed = await this.calls.claim(id).finally(() => this.claiming.delete(id));
      // A claim raises the version by one; more means that the work changed since it was read.
      if (claimed !== null && seen !== undefined && claimed === seen + 1) this.versions.set(id, claimed);
    });
  }

  type(id: number, typed: Partial<Typed>): void {
    this.setTyped(id, { ...this.typedFor(id), ...typed }, true);
  }

  /**
   * Saves what was typed for a submission; false while there is no score. The next one may be opened at once.
   *
   * ``onFailed``: called where the save comes to nothing, which its screen has announced already.
   */
  save(id: number, score: number | null, onFailed?: () => void): boolean {
    const version = this.versions.get(id);
    if (score === null || version === undefined || this.state.saves.get(id)?.state === "saving") return false;
    const typed = this.typedFor(id);
    this.setSave(id, { state: "saving", score });
    this.update({ undoable: id });
    void this.enqueue(id, async () => {
      try {
        const { message, files, voice } = typed;
        const done = await this.calls.check({
          id,
          version: this.versions.get(id) ?? version,
          score,
          message,
          files,
          voice,
        });
        this.versions.set(id, done.version);
        if (this.typedFor(id) === typed) this.forget(id);
        const { checkId } = done;
        this.setSave(id, { state: "saved", score, message, files, voice, checkId, version: done.version });
      } catch (error) {
        this.setSave(id, { state: "failed", score, error });
        onFailed?.();
      }
    });
    return true;
  }

  /**
   * Undoes the newest save, once it is through, and returns to its submission, with the score and message that were
   * typed and what was attached. The check ended the claim, so that the work, open again, is claimed anew (D-69).
   */
  async undo(): Promise<number | null> {
    const id = this.state.undoable;
    if (id === null) return null;
    this.update({ undoable: null });
    return this.enqueue(id, async () => {
      const save = this.state.saves.get(id);
      if (save?.state !== "saved") return null;
      const { version, claimable } = await this.calls.undo(id, save.checkId, save.version);
      this.versions.set(id, version);
      if (claimable) this.claim(id, version);
      this.dropSave(id);
      const { score, message, files, voice } = save;
      if (!this.state.typed.has(id)) this.setTyped(id, { score: String(score), message, files, voice }, true);
      this.update({ at: id });
      return id;
    });
  }

  /** The submission after (1) or before (−1) the present one; null at the end. */
  neighbour(by: 1 | -1): number | null {
    const { order, at } = this.state;
    return order[order.indexOf(at ?? Number.NaN) + by] ?? null;
  }

  /** The next submission that waits: after the present one, else the first of all. */
  nextWaiting(): number | null {
    const { order, at, saves } = this.state;
    const place = order.indexOf(at ?? Number.NaN);
    const waits = (id: number) => id !== at && !["saved", "saving"].includes(saves.get(id)?.state ?? "");
    return order.slice(place + 1).find(waits) ?? order.find(waits) ?? null;
  }

  /** Something is typed or on its way: leaving asks first. */
  get isUnsaved(): boolean {
    const { typed, saves } = this.state;
    return typed.size > 0 || [...saves.values()].some(({ state }) => state === "saving");
  }

  private enqueue<T>(id: number, work: () => Promise<T>): Promise<T> {
    const before = this.pending.get(id) ?? Promise.resolve();
    const run = before.catch(() => undefined).then(work);
    const settled = run
      .catch(() => undefined)
      .finally(() => {
        if (this.pending.get(id) === settled) this.pending.delete(id);
      });
    this.pending.set(id, settled);
    return run;
  }

  private setTyped(id: number, typed: Typed, store: boolean): void {
    if (isNothing(typed)) {
      this.forget(id);
      return;
    }
    this.update({ typed: new Map(this.state.typed).set(id, typed) });
    if (store) this.calls.storeDraft(id, typed);
  }

  private forget(id: number): void {
    if (!this.state.typed.has(id)) return;
    const typed = new Map(this.state.typed);
    typed.delete(id);
    this.update({ typed });
    this.calls.storeDraft(id, NOTHING);
  }

  private setSave(id: number, save: SaveState): void {
    this.update({ saves: new Map(this.state.saves).set(id, save) });
  }

  private dropSave(id: number): void {
    const saves = new Map(this.state.saves);
    saves.delete(id);
    this.update({ saves });
  }

  private update(changed: Partial<CheckingState>): void {
    this.state = { ...this.state, ...changed };
    for (const listener of this.listeners) listener();
  }
}
