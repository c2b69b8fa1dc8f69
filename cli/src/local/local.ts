// Runs inputs on this machine, by the pool of children that a worker has, in the same sandbox. There is no database, no store and no queue.

import { createReadStream } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { AppError, errorSentence } from 'contract/errors.ts';
import { type FileFacts, fileFactsSchema, type RunFacts } from 'contract/facts.ts';
import { media } from 'contract/media.ts';
import type { InputFile, Output } from 'contract/run.ts';
import type { InputFileRule } from 'contract/tool.ts';
import { fill, type Language } from 'contract/words.ts';
import { findFfmpeg } from 'engines/video/find-ffmpeg.ts';
import { pino } from 'pino';
import { nameOfType } from 'server/src/adapters/objects-disposition.ts';
import { readConfig } from 'server/src/config.ts';
import { probeModule } from 'server/src/objects/facts.ts';
import { requireAccepted, requireSize } from 'server/src/objects/require-file.ts';
import { openConfinement } from 'server/src/work/confinement.ts';
import { limitsOfLane } from 'server/src/work/lane-limits.ts';
import type { Assignment } from 'server/src/work/messages.ts';
import { Pool } from 'server/src/work/pool.ts';
import { readLocalHead, removeScratch, sniffLocalFile } from 'server/src/work/scratch.ts';
import { type CallCommand, isLocalCall } from '../commands.ts';
import type { Engine, Made, RunListener } from '../engine.ts';
import { CliError, exits } from '../exits.ts';
import type { Input, Source } from '../inputs.ts';
import { words } from '../words.ts';

export interface LocalJob {
  readonly command: CallCommand;
  readonly options: Readonly<Record<string, unknown>>;
  readonly sides: Readonly<Record<string, readonly Source[]>>;
  readonly language: Language;
  /** The settings of a server that matter here: where programs are. */
  readonly environment: Readonly<Record<string, string>>;
  readonly width: number;
}

type Files = Readonly<Record<string, readonly InputFile[]>>;

const probeMs = 60_000;

class LocalEngine implements Engine {
  readonly #job: LocalJob;
  readonly #pool: Pool;
  readonly #scratch: string;
  readonly #close: () => Promise<void>;

  constructor(job: LocalJob, pool: Pool, scratch: string, close: () => Promise<void>) {
    this.#job = job;
    this.#pool = pool;
    this.#scratch = scratch;
    this.#close = close;
  }

  close(): Promise<void> {
    return this.#close();
  }

  async run(input: Input, listener: RunListener): Promise<Made> {
    const home = await mkdtemp(path.join(this.#scratch, 'run-'));
    const remove = () => removeScratch(home);
    try {
      return { ...this.#describe(await this.#runIn(home, input, listener)), dispose: remove };
    } catch (error) {
      await remove();
      if (!(error instanceof AppError)) throw error;
      const sentence = errorSentence(error.code, this.#job.language, error.details ?? {});
      throw new CliError(exits.failed, `${sentence} (${error.code})`);
    }
  }

  async #runIn(home: string, input: Input, { signal, tell }: RunListener): Promise<Output> {
    const { command, language, sides } = this.#job;
    const { tool, call } = command;
    const named = { ...sides, ...(input.field !== undefined && { [input.field]: input.sources }) };
    const files = await this.#openAll(named, home);
    const given = { ...this.#job.options, ...(input.text && { [input.text.field]: input.text.value }) };
    const options = call.options.parse(given);
    const lists = call.inputs.filter(({ many }) => many).map(({ field }) => field);
    const bodyFiles = Object.entries(files).map(([field, all]) => {
      const places = all.map(({ path: place }) => place);
      return [field, lists.includes(field) ? places : places[0]];
    });
    call.refuse?.({ options, files: Object.fromEntries(bodyFiles) }, { servers: [], models: {} });
    const facts = await this.#probeAll(files, home, signal);
    const size = { options, facts };
    const deadlineMs = typeof call.deadlineMs === 'function' ? call.deadlineMs(size) : call.deadlineMs;
    const pick = (isList: boolean) => Object.entries(files).filter(([field]) => lists.includes(field) === isList);
    const assignment = await this.#assign(home, 'out', {
      module: `tools/${tool.name}/run.ts`,
      call: call.name,
      options,
      inputs: Object.fromEntries(pick(false).flatMap(([field, [file]]) => (file ? [[field, file]] : []))),
      lists: { ...Object.fromEntries(lists.map(field => [field, []])), ...Object.fromEntries(pick(true)) },
    });
    const onProgress = (percent: number) => tell(words[language].running, percent);
    return this.#pool.run(assignment, { deadlineMs, signal, onProgress });
  }

  async #assign(
    home: string,
    out: string,
    what: Pick<Assignment, 'module' | 'call' | 'options' | 'inputs' | 'lists'>,
  ): Promise<Assignment> {
    const folder = path.join(home, out);
    await mkdir(folder);
    return { ...what, kind: 'run', models: {}, home, folder };
  }

  async #openAll(named: Readonly<Record<string, readonly Source[]>>, home: string): Promise<Files> {
    const opened: Record<string, InputFile[]> = {};
    let count = 0;
    for (const rule of this.#job.command.call.inputs)
      for (const source of named[rule.field] ?? []) {
        opened[rule.field] ??= [];
        opened[rule.field]!.push(await this.#open(source, rule, path.join(home, `in-${++count}`)));
      }
    return opened;
  }

  /** Copies a file to where the sandbox lets its child read, and judges it by its bytes. */
  async #open(source: Source, rule: InputFileRule, place: string): Promise<InputFile> {
    if (source.kind === 'link') throw new CliError(exits.usage, words[this.#job.language].localLink);
    if (source.kind === 'stdin') await writeFile(place, await buffer(process.stdin));
    else await copyFile(source.place, place);
    const { size } = await stat(place);
    requireSize(size, rule);
    const type = await requireAccepted(await sniffLocalFile(place), rule, () => readLocalHead(place));
    return { path: place, name: path.basename(source.label), bytes: size, type };
  }

  /** What the files are, where the time that a run may take depends on it. */
  async #probeAll(files: Files, home: string, signal: AbortSignal): Promise<RunFacts> {
    if (typeof this.#job.command.call.deadlineMs !== 'function') return {};
    const facts: Record<string, FileFacts[]> = {};
    for (const [field, all] of Object.entries(files))
      for (const [index, file] of all.entries()) {
        const what = {
          module: probeModule,
          call: 'probe',
          options: { bytes: file.bytes },
          inputs: { file },
          lists: {},
        };
        const assignment = await this.#assign(home, `probe-${field}-${index}`, what);
        const control = { deadlineMs: probeMs, signal, onProgress: () => undefined };
        const { meta } = await this.#pool.run(assignment, control);
        facts[field] ??= [];
        facts[field]!.push(fileFactsSchema.parse(meta?.facts));
      }
    return facts;
  }

  #describe({ files, text, segments, boxes, meta }: Output): Omit<Made, 'dispose'> {
    return {
      files: files.map(file => ({
        name: nameOfType(file.name, file.type),
        bytes: 0,
        contentType: media[file.type].contentType,
        open: async () => createReadStream(file.path),
      })),
      ...(text !== undefined && { text }),
      ...(segments && { segments: [...segments] }),
      ...(boxes && { boxes: [...boxes] }),
      ...(meta && { meta }),
    };
  }
}

/** Opens the engines of this machine for one command. */
export async function openLocal(job: LocalJob): Promise<Engine> {
  const { tool, call, name } = job.command;
  if (!isLocalCall(call)) throw new CliError(exits.usage, fill(words[job.language].localPaid, { command: name }));
  const folder = await mkdtemp(path.join(tmpdir(), 'pixwright-local-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 10 });
  try {
    const config = readConfig({ ...job.environment, DATA_DIR: folder, LOG_LEVEL: 'silent' });
    const ffmpeg = await findFfmpeg(config.searchPath);
    if (tool.needs && !ffmpeg.isThere)
      throw new CliError(exits.failed, fill(words[job.language].localNeeds, { program: 'ffmpeg' }));
    const log = pino({ level: 'silent' });
    const confinement = await openConfinement({ ...config, log });
    const pool = new Pool({
      log,
      confinement,
      limits: limitsOfLane[call.lane],
      width: job.width,
      modules: [`tools/${tool.name}/run.ts`],
      searchPath: config.searchPath,
    });
    return new LocalEngine(job, pool, confinement.scratch, async () => {
      await pool.close();
      confinement.close();
      await removeFolder();
    });
  } catch (error) {
    await removeFolder();
    throw error;
  }
}
