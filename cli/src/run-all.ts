// Runs all inputs, some at a time: runs each, saves its result, notes that, and tells. One that fails does not stop the others; what concerns all
// of them, such as a key that was revoked, does.
import { isWarning, warningWords } from 'contract/warnings.ts';
import { fill, type Language } from 'contract/words.ts';
import type { Engine, Made } from './engine.ts';
import { exitCodeOf, exits, stopsAll, tellError } from './exits.ts';
import type { Input } from './inputs.ts';
import { isStillThere, type Journal, type SavedFile } from './journal.ts';
import type { Target } from './target.ts';
import type { Terminal } from './terminal.ts';
import { words } from './words.ts';

export interface RunPlan {
  readonly engine: Engine;
  readonly journal: Journal;
  readonly target: Target;
  readonly terminal: Terminal;
  readonly language: Language;
  readonly isJson: boolean;
  /** Inputs at once. */
  readonly width: number;
  /** Aborts when the person interrupts. */
  readonly signal: AbortSignal;
}

interface State {
  readonly stage: string;
  readonly percent: number | undefined;
  readonly etaSeconds: number | null | undefined;
}

export class RunAll {
  readonly #plan: RunPlan;
  readonly #states = new Map<Input, State>();
  #total = 0;
  #done = 0;
  #failed = 0;
  #worst: number = exits.done;

  constructor(plan: RunPlan) {
    this.#plan = plan;
  }

  /** Runs these inputs to their ends, and returns the exit code of all so far. */
  async run(inputs: readonly Input[]): Promise<number> {
    const { signal, width } = this.#plan;
    const stop = new AbortController();
    const either = AbortSignal.any([signal, stop.signal]);
    const waiting = [...inputs];
    this.#total += inputs.length;
    const work = async () => {
      for (let input = waiting.shift(); input && !either.aborted; input = waiting.shift())
        await this.#runOne(input, either, () => stop.abort());
    };
    await Promise.all(Array.from({ length: Math.min(width, inputs.length) }, work));
    return signal.aborted ? exits.interrupted : this.#worst;
  }

  /** Says what became of them; only for several. */
  sumUp(): void {
    const { terminal, language, signal } = this.#plan;
    const t = words[language];
    if (signal.aborted) terminal.say(fill(t.summaryCancelled, { done: this.#done }));
    else if (this.#total > 1) terminal.say(fill(t.summary, { done: this.#done, failed: this.#failed }));
  }

  async #runOne(input: Input, signal: AbortSignal, stopAll: () => void): Promise<void> {
    const { engine, journal, target, terminal, language } = this.#plan;
    const earlier = journal.find(input.id);
    if (earlier.files && isStillThere(earlier)) {
      this.#done += 1;
      terminal.say(`${input.label}: ${words[language].skipped}`);
      return this.#tellDone(input, undefined, earlier.files);
    }
    const tell = (stage: string, percent?: number, etaSeconds?: number | null) => {
      this.#states.set(input, { stage, percent, etaSeconds });
      this.#show();
    };
    try {
      const made = await engine.run(input, { signal, tell });
      tell(words[language].saving, 100);
      const onWritten = (files: readonly SavedFile[]) => journal.note({ id: input.id, files: [...files] });
      const saved = await target.save(made.files, signal, onWritten).finally(made.dispose);
      this.#done += 1;
      this.#tellWarnings(input, made);
      this.#tellDone(input, made, saved);
    } catch (error) {
      if (signal.aborted) return;
      this.#fail(input, error);
      if (stopsAll(error)) stopAll();
    } finally {
      this.#states.delete(input);
      this.#show();
    }
  }

  #fail(input: Input, error: unknown): void {
    const { terminal, language, isJson } = this.#plan;
    this.#failed += 1;
    this.#worst = Math.max(this.#worst, exitCodeOf(error));
    terminal.say(`${input.label}: ${words[language].failed}: ${tellError(error)}`);
    if (!isJson) return;
    const { error: code } = error as { error?: string };
    const told = { error: code ?? 'FAILED', msg: tellError(error) };
    terminal.out(JSON.stringify({ input: input.label, status: 'failed', error: told, files: [] }));
  }

  #tellWarnings(input: Input, { meta }: Made): void {
    const { terminal, language } = this.#plan;
    for (const code of meta?.warnings ?? []) {
      const { sentence, remedy } = isWarning(code) ? warningWords(code, language, meta) : { sentence: code };
      terminal.say(`${input.label}: ${[sentence, remedy].filter(Boolean).join(' ')}`);
    }
  }

  #tellDone(input: Input, made: Made | undefined, saved: readonly SavedFile[]): void {
    const { terminal, target, isJson } = this.#plan;
    const files = saved.map(({ place, bytes }) => ({ path: place, size: bytes }));
    if (isJson) {
      const { files: _, dispose: _dispose, taskId, ...rest } = made ?? {};
      const line = { input: input.label, status: 'done', ...(taskId && { taskId }), files, ...rest };
      // With the result itself on standard output there is no place for anything else.
      if (target.isStdout && (made?.files.length ?? 0) > 0) terminal.say(JSON.stringify(line));
      else terminal.out(JSON.stringify(line));
      return;
    }
    for (const { path } of files) terminal.out(path);
    // What has no file is told as data: the boxes of marks, for instance.
    if (made && made.files.length === 0) {
      const { boxes, segments, text, meta } = made;
      terminal.out(JSON.stringify({ text, boxes, segments, meta }));
    }
  }

  #show(): void {
    const { terminal, language } = this.#plan;
    const [first] = this.#states;
    if (!first) {
      terminal.show('');
      return;
    }
    const [{ label }, { stage, percent, etaSeconds }] = first;
    const t = words[language];
    const left =
      etaSeconds === null || etaSeconds === undefined
        ? ''
        : fill(etaSeconds >= 90 ? t.leftMinutes : t.left, {
            seconds: etaSeconds,
            minutes: Math.round(etaSeconds / 60),
          });
    const parts = [stage, percent === undefined ? '' : `${Math.round(percent)} %`, left].filter(Boolean).join(' · ');
    terminal.show(`[${this.#done + this.#failed}/${this.#total}] ${label}: ${parts}`);
  }
}
