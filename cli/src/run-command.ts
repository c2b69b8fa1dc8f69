// Runs a command for a call: reads options and files, opens a server or the engines of this machine, agrees on the price, and runs all inputs.
import { availableParallelism } from 'node:os';
import { type Patience, usualPatience } from '@pixwright/client/attempt.ts';
import { createClient } from '@pixwright/client/client.ts';
import { makeId } from '@pixwright/client/connection.ts';
import { mediaOfName } from 'contract/media.ts';
import { fill, type Language } from 'contract/words.ts';
import { type CommandLine, textOf } from './command-line.ts';
import type { CallCommand } from './commands.ts';
import type { Engine } from './engine.ts';
import { CliError, exits, tellError } from './exits.ts';
import { gatherInputs, type Input, textFieldOf } from './inputs.ts';
import { type Journal, journalPlace, openJournal } from './journal.ts';
import { listOptions } from './option-kinds.ts';
import { agreeOnPrice, dependsOnFiles, type Price } from './price.ts';
import { type Parsed, readOptions, readSideFiles } from './read-options.ts';
import { RemoteEngine } from './remote.ts';
import { RunAll } from './run-all.ts';
import { findSettings } from './settings.ts';
import { namesFolder, openTarget, type Target } from './target.ts';
import { requireWatchable, watchFolder } from './watch.ts';
import { words } from './words.ts';

/** Enough to keep a server busy while results are fetched. */
const inputsAtOnce = 12;

interface Prepared {
  readonly options: Readonly<Record<string, unknown>>;
  readonly inputs: readonly Input[];
  readonly target: Target;
  /** The folder to watch, in place of inputs. */
  readonly watched: string | undefined;
}

/** `-o photo.webp` says the format where it is not given, and `-o scan.txt` the only file that is wanted. */
function withFormat({ call }: CallCommand, given: Parsed): Parsed {
  const output = textOf(given, 'output');
  if (!output || output === '-' || namesFolder(output)) return given;
  const type = mediaOfName(output);
  const says = listOptions(call.options).find(
    ({ field, choices }) => (field === 'format' || field === 'files') && type !== null && choices.includes(type),
  );
  if (!says || type === null || given[says.field] !== undefined) return given;
  return { ...given, [says.field]: says.takes === 'list' ? [type] : type };
}

function prepare(line: CommandLine): Prepared {
  const { command, named, given, environment } = line;
  const { language } = environment;
  const { call } = command;
  const field = textFieldOf(call);
  const filledIn = field !== undefined && named.length > 0 ? { field, example: named[0]! } : undefined;
  const options = readOptions(call, withFormat(command, given), language, filledIn);
  const overwrites = given.overwrite === true;
  const output = textOf(given, 'output');
  const watched = textOf(given, 'watch');
  if (watched !== undefined) requireWatchable(line, watched);
  const inputs = watched === undefined ? gatherInputs(call, named, language) : [];
  const target = openTarget({ output, inputs, overwrites, language, needsFolder: watched !== undefined });
  return { options, inputs, target, watched };
}

function readTimeoutMs(given: Parsed, language: Language): number {
  if (given.timeout === undefined) return usualPatience.giveUpAfterMs;
  const seconds = Number(given.timeout);
  if (seconds >= 0) return seconds * 1000;
  throw new CliError(
    exits.usage,
    fill(words[language].badOption, { option: '--timeout', problem: String(given.timeout) }),
  );
}

/** What runs inputs, with its state, and how the price of inputs is agreed on. */
interface Opened {
  readonly engine: Engine;
  readonly journal: Journal;
  readonly agree: (inputs: readonly Input[], signal: AbortSignal) => Promise<void>;
  readonly width: number;
}

/** Says once why the command waits, such as a full queue, until all attempts go on. */
export function tellWaits(say: (text: string) => void, language: Language): NonNullable<Patience['onWait']> {
  const waiting = new Set<symbol>();
  return (attempt, failure) => {
    if (!failure) return void waiting.delete(attempt);
    if (waiting.size === 0 && failure.retryAfterSeconds)
      say(fill(words[language].waits, { reason: tellError(failure), seconds: failure.retryAfterSeconds }));
    waiting.add(attempt);
  };
}

/** The state of such a run; in memory alone where it could not be found again. */
function openState(server: string, { command }: CommandLine, prepared: Prepared): Journal {
  const { target, inputs, options } = prepared;
  const isPiped = inputs.some(({ sources }) => sources.some(({ kind }) => kind === 'stdin'));
  const run = { server, path: command.call.path, options };
  const place = target.folder === undefined || isPiped ? undefined : journalPlace(target.folder, run);
  return openJournal(place, { batchId: makeId(), clientUid: makeId() });
}

/** Opens the engines of this machine, which an installed package lacks. */
async function openLocally(line: CommandLine, prepared: Prepared): Promise<Opened> {
  const { command, given, environment } = line;
  const { language, programs } = environment;
  const { openLocal } = await import('./local/local.ts').catch(error => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new CliError(exits.usage, words[language].noLocal);
  });
  const width = command.call.lane === 'image' ? availableParallelism() : 1;
  const sides = readSideFiles(command.call, given, language);
  const { options } = prepared;
  const engine = await openLocal({ command, options, sides, language, environment: programs, width });
  return { engine, journal: openState('local', line, prepared), agree: async () => undefined, width };
}

function openRemotely(line: CommandLine, prepared: Prepared): Opened {
  const { command, given, environment, terminal } = line;
  const { language } = environment;
  const { call } = command;
  const { options } = prepared;
  const { server, key } = findSettings(textOf(given, 'server'), environment, terminal.say);
  const journal = openState(server, line, prepared);
  const onWait = tellWaits(terminal.say, language);
  const patience = { ...usualPatience, giveUpAfterMs: readTimeoutMs(given, language), onWait };
  const who = key ? { key } : { clientUid: journal.clientUid };
  const client = createClient({ origin: server, language, patience, ...who });
  const prices = new Map<string, Price>();
  const isAgreed = given.yes === true;
  const engine = new RemoteEngine({
    client,
    path: call.path,
    options,
    sides: readSideFiles(call, given, language),
    lists: call.inputs.filter(({ many }) => many).map(({ field }) => field),
    journal,
    patience,
    language,
    isAgreed,
    priceOf: ({ id }) => prices.get(id),
  });

  async function agree(wanted: readonly Input[], signal: AbortSignal): Promise<void> {
    const open = wanted.filter(({ id }) => journal.find(id).taskId === undefined && !journal.find(id).files);
    if (open.length === 0) return;
    const bodies: Readonly<Record<string, unknown>>[] = [];
    if (!dependsOnFiles(call)) bodies.push(options);
    else for (const input of open) bodies.push(await engine.prepare(input, { signal, tell: () => undefined }));
    const asking = { client, call, bodies, count: open.length, isAgreed, terminal, language };
    const agreed = await agreeOnPrice(asking);
    for (const [index, { id }] of open.entries()) prices.set(id, agreed[index] ?? agreed[0]!);
  }

  return { engine, journal, agree, width: inputsAtOnce };
}

/** Runs the command and returns its exit code. */
export async function runCommand(line: CommandLine): Promise<number> {
  const { environment, terminal, signal, given } = line;
  const prepared = prepare(line);
  const opened = given.local === true ? await openLocally(line, prepared) : openRemotely(line, prepared);
  const { engine, journal, agree, width } = opened;
  const { inputs, target } = prepared;
  const { language } = environment;
  const all = new RunAll({ engine, journal, target, terminal, language, isJson: given.json === true, width, signal });
  const run = async (wanted: readonly Input[]) => {
    await agree(wanted, signal);
    return all.run(wanted);
  };
  try {
    const code = prepared.watched
      ? await watchFolder({ folder: prepared.watched, call: line.command.call, terminal, language, signal, run })
      : await run(inputs);
    // Once all is done, the same command begins anew. What a watched folder gave stays known.
    if (code === exits.done && !prepared.watched) journal.remove();
    return code;
  } finally {
    all.sumUp();
    await engine.close();
  }
}
