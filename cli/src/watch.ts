// Watches a folder: runs each file that appears in it, once it has stopped growing. Files that were run before, also by an earlier process, are
// known from the journal.
import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ToolCall } from 'contract/tool.ts';
import { fill, type Language } from 'contract/words.ts';
import type { CommandLine } from './command-line.ts';
import { CliError, exits } from './exits.ts';
import { fileSource, type Input, listFolder, mainRules, oneInput } from './inputs.ts';
import type { Terminal } from './terminal.ts';
import { words } from './words.ts';

/** The folder is looked at so often; notices of file systems are missing on network drives. */
const lookMs = 500;

/** The rule for single files, one of which makes one result. */
const ruleOf = (call: ToolCall) => mainRules(call).find(({ many }) => !many);

const isSame = (a: string, b: string) =>
  statSync(b, { throwIfNoEntry: false }) !== undefined && realpathSync(a) === realpathSync(b);

/** Throws unless the folder can be watched: results in it would be taken for new files. */
export function requireWatchable({ command, named, given, environment }: CommandLine, folder: string): void {
  const t = words[environment.language];
  if (!ruleOf(command.call)) throw new CliError(exits.usage, fill(t.watchNoList, { command: command.name }));
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new CliError(exits.usage, fill(t.noSuchFile, { file: folder }));
  if (named.length > 0) throw new CliError(exits.usage, t.watchNoFiles);
  const output = typeof given.output === 'string' ? given.output : '.';
  if (isSame(folder, output)) throw new CliError(exits.usage, t.watchSelf);
  const { cost } = command.call;
  const isPriced = typeof cost === 'function' || cost.kind !== 'none';
  if (isPriced && given.yes !== true) throw new CliError(exits.unpaid, t.watchNeedsYes);
}

interface Watch {
  readonly folder: string;
  readonly call: ToolCall;
  readonly terminal: Terminal;
  readonly language: Language;
  readonly signal: AbortSignal;
  readonly run: (inputs: readonly Input[]) => Promise<number>;
}

/** Runs until the person ends it, or until what concerns all files is wrong; returns the exit code of all files. */
export async function watchFolder({ folder, call, terminal, language, signal, run }: Watch): Promise<number> {
  const { field, accept } = ruleOf(call)!;
  const t = words[language];
  terminal.say(fill(t.watching, { folder: path.resolve(folder) }));
  /** What was started, and what was seen growing at the last look. */
  const started = new Set<string>();
  let growing = new Map<string, string>();
  let worst: number = exits.done;
  while (!signal.aborted) {
    const seen = new Map<string, Input>();
    for (const file of listFolder(folder, accept)) {
      // It may be gone again.
      if (!statSync(file, { throwIfNoEntry: false })?.isFile()) continue;
      seen.set(file, oneInput(field, fileSource(file, file, language)));
    }
    // The id changes with size and time of a file: one that is the same twice has stopped growing.
    const ready = [...seen].flatMap(([file, input]) =>
      growing.get(file) === input.id && !started.has(input.id) ? [input] : [],
    );
    growing = new Map([...seen].map(([file, { id }]) => [file, id]));
    for (const { id } of ready) started.add(id);
    if (ready.length > 0) {
      const code = await run(ready);
      // A file that was under way is run after the next start.
      if (signal.aborted) break;
      worst = Math.max(worst, code);
      if (code > exits.failed) return code;
    }
    await sleep(lookMs, undefined, { signal }).catch(() => undefined);
  }
  return worst;
}
