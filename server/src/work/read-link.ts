// Finds out what a link leads to: fetches what the tool's run requests and passes it to the run, round after round, until the run returns its finds;
// then inspects the first bytes of each file. The run parses untrusted pages in a child without network access.
import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from 'contract/errors.ts';
import { cleanFileName } from 'contract/file-names.ts';
import { findLinks } from 'contract/find-links.ts';
import {
  type FetchedDocument,
  type Finds,
  type FoundFile,
  type SeenFile,
  type Visit,
  type VisitAnswer,
  visitAnswerSchema,
  type Wanted,
} from 'contract/link-visit.ts';
import { type MediaName, media, mediaOfName } from 'contract/media.ts';
import type { InputFile } from 'contract/run.ts';
import { createTurns } from '../adapters/in-turn.ts';
import { openForwardProxy } from '../links/forward-proxy.ts';
import { type Visited, visitPage } from '../links/visit-page.ts';
import type { Parts } from '../parts.ts';
import type { StoredLink, StoredResult } from '../tasks/stored.ts';
import type { TaskRow } from '../tasks/tasks.ts';
import type { Reporter } from './reporter.ts';
import type { Runner } from './runner.ts';
import { removeScratch } from './scratch.ts';

/** Limits per link. */
export const visitLimits = {
  deadlineMs: 60_000,
  /** Deadline for asking yt-dlp. The wait for a turn to ask counts towards no deadline. */
  askingMs: 20_000,
  /** Deadline for inspecting files; files not inspected by then are left out. */
  lookingMs: 40_000,
  rounds: 5,
  documents: 12,
  pageBytes: 5 * 1024 * 1024,
  /** The first bytes contain a picture's size, and most clips' duration. */
  lookBytes: { picture: 64 * 1024, video: 384 * 1024, sound: 64 * 1024 },
  looks: 120,
};
const looksAtOnce = 4;

/** A deadline that can be suspended. */
interface Clock {
  readonly suspend: () => void;
  readonly resume: () => void;
}

function startClock(ms: number, end: () => void): Clock {
  let leftMs = ms;
  let since = performance.now();
  let timer: NodeJS.Timeout | undefined = setTimeout(end, leftMs);
  return {
    suspend() {
      clearTimeout(timer);
      if (timer) leftMs -= performance.now() - since;
      timer = undefined;
    },
    resume() {
      if (timer) return;
      since = performance.now();
      timer = setTimeout(end, leftMs);
    },
  };
}

interface VisitContext {
  readonly parts: Parts;
  readonly pool: Runner;
  /** Runs yt-dlp, which waits for hosts that a stranger chose: in children of its own, so that those of `pool` are free for other links. */
  readonly askers: Runner;
  readonly row: TaskRow;
  readonly folder: string;
  readonly signal: AbortSignal;
  readonly report: Reporter['report'];
  /** The deadline of the link. */
  readonly clock: Clock;
}

const mannerOf = ({ referer, device }: Pick<Wanted, 'referer' | 'device'>) => ({
  ...(referer !== undefined && { referer }),
  ...(device !== undefined && { device }),
});

const visitWith = ({ parts, row, folder, signal }: VisitContext, wanted: Omit<Wanted, 'name'>, maxBytes: number) =>
  visitPage(wanted.url, {
    folder,
    maxBytes,
    signal,
    sender: row.share,
    allow: parts.config.fetchAllow,
    ...mannerOf(wanted),
  });

/** Fetches a document. An optional one that cannot be fetched, such as an embedded page, is empty. */
async function visitWanted(context: VisitContext, { isOptional, name, ...wanted }: Wanted): Promise<Visited> {
  try {
    return await visitWith(context, wanted, visitLimits.pageBytes);
  } catch (cause) {
    if (!isOptional || context.signal.aborted || !(cause instanceof AppError)) throw cause;
    const file = path.join(context.folder, `absent-${name.replace(/\W/g, '-')}`);
    await writeFile(file, '');
    return { path: file, url: new URL(wanted.url), status: 0, contentType: '', fileName: '', type: null, bytes: 0 };
  }
}

/** Passes documents to the run and returns its answer. */
async function ask(
  context: VisitContext,
  visit: Visit,
  documents: readonly string[],
  round: number,
  by: { pool: Runner; deadlineMs: number; onBegin?: () => void } = {
    pool: context.pool,
    deadlineMs: visitLimits.deadlineMs,
  },
): Promise<VisitAnswer> {
  const { row, folder, signal, clock } = context;
  const { pool, ...control } = by;
  const home = path.join(folder, `round-${round}`);
  const out = path.join(home, 'out');
  await mkdir(out, { recursive: true });
  const describe = async (file: string): Promise<InputFile> => ({
    path: file,
    name: path.basename(file),
    bytes: (await stat(file)).size,
    type: 'txt',
  });
  const note = path.join(folder, `visit-${round}.json`);
  await writeFile(note, JSON.stringify(visit));
  // The site has nothing to do with how long our own child waits for its turn and reads; a child's own deadline counts its processor time.
  if (pool === context.pool) clock.suspend();
  const output = await pool
    .run(
      {
        kind: 'run',
        module: `tools/${row.tool}/run.ts`,
        call: row.call,
        options: row.options,
        inputs: { visit: await describe(note) },
        lists: { documents: await Promise.all(documents.map(describe)) },
        models: {},
        home,
        folder: out,
      },
      { ...control, signal, onProgress: () => undefined },
    )
    .finally(() => clock.resume());
  return visitAnswerSchema.parse(output.meta?.answer);
}

const kindOfType = (type: MediaName): FoundFile['kind'] | undefined => {
  const { kind } = media[type];
  return kind === 'picture' || kind === 'sound' || kind === 'video' ? kind : undefined;
};

/** The finds for a link that leads directly to a file. */
function findsOfFile(visited: Visited, wanted: Wanted): Finds | undefined {
  const kind = visited.type && visited.type !== 'svg' ? kindOfType(visited.type) : undefined;
  if (!kind || !visited.type || visited.status !== 200) return undefined;
  const file = { kind, url: visited.url.href, type: visited.type, isMain: true, ...mannerOf(wanted) };
  return { site: visited.url.hostname, title: visited.fileName.replace(/\.\w{2,5}$/, ''), author: '', files: [file] };
}

/** Refusals by our own parser for pages that yt-dlp may support. */
const unsure = ['LINK_WITHOUT_MEDIA', 'LINK_SITE_UNKNOWN', 'LINK_LOGIN_NEEDED', 'LINK_UNREACHABLE', 'PARSE_FAILED'];

/** One question to yt-dlp per share at a time, so that a sender of slow links leaves a child to others. */
const askInTurn = createTurns();

/** Waits for a turn to ask yt-dlp, or until the visit is stopped. */
async function inTurnToAsk<T>({ row, signal, clock }: VisitContext, act: () => Promise<T>): Promise<T> {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  clock.suspend();
  try {
    const turn = askInTurn(row.share, async () => {
      signal.throwIfAborted();
      return act();
    });
    return await Promise.race([turn, stopped]);
  } finally {
    clock.resume();
    signal.removeEventListener('abort', stop);
  }
}

/** The finds of yt-dlp, behind our own rules for addresses; undefined if it is not installed. */
async function askOther(context: VisitContext, link: string): Promise<Finds | undefined> {
  const { parts, signal, askers, clock } = context;
  if (parts.ytDlp === undefined) return undefined;
  return inTurnToAsk(context, async () => {
    const proxy = await openForwardProxy(parts.scratch, { allow: parts.config.fetchAllow, signal });
    if (!proxy) {
      parts.log.warn('yt-dlp is not asked: the path of DATA_DIR is too long for a socket');
      return undefined;
    }
    try {
      const by = { pool: askers, deadlineMs: visitLimits.askingMs, onBegin: clock.resume };
      const visit = { kind: 'ask', link, socketPath: proxy.path } as const;
      const answer = await ask(context, visit, [], visitLimits.rounds + 1, by);
      return answer.kind === 'found' ? answer.finds : undefined;
    } finally {
      await proxy.close();
    }
  });
}

/** Our own parser first; yt-dlp if it finds nothing, or only pictures. */
async function readEither(context: VisitContext, link: string): Promise<Finds> {
  let own: Finds | undefined;
  let refusal: unknown;
  try {
    own = await read(context, link);
    if (own.files.some(({ kind }) => kind !== 'picture')) return own;
  } catch (cause) {
    if (!(cause instanceof AppError && unsure.includes(cause.code))) throw cause;
    refusal = cause;
  }
  // A directly linked picture is not a page.
  const isPage = !own || own.files.length > 1;
  const other = isPage
    ? await askOther(context, link).catch((cause: unknown) => {
        context.signal.throwIfAborted();
        const isTold = cause instanceof AppError && !unsure.slice(0, 2).includes(cause.code);
        if (!own && isTold) refusal = cause;
        return undefined;
      })
    : undefined;
  const found = other ?? own;
  if (!found) throw refusal;
  return found;
}

/** Fetches and parses until the run has found something. */
async function read(context: VisitContext, link: string): Promise<Finds> {
  const documents: FetchedDocument[] = [];
  const paths: string[] = [];
  for (let round = 0; round < visitLimits.rounds; round += 1) {
    context.report(Math.min(45, 10 + round * 8), 'reading');
    const answer = await ask(context, { kind: 'read', link, documents }, paths, round);
    if (answer.kind === 'found') return answer.finds;
    for (const wanted of answer.wanted) {
      if (documents.length >= visitLimits.documents) throw new AppError('PARSE_FAILED');
      const visited = await visitWanted(context, wanted);
      const direct = documents.length === 0 ? findsOfFile(visited, wanted) : undefined;
      if (direct) return direct;
      const { url, contentType, status } = visited;
      documents.push({ name: wanted.name, url: url.href, contentType, status });
      paths.push(visited.path);
    }
  }
  throw new AppError('PARSE_FAILED');
}

/** The first bytes of each file; unavailable ones are left out. */
async function look(context: VisitContext, finds: Finds) {
  const seen: SeenFile[] = [];
  const paths: string[] = [];
  const isPlaylist = ({ type }: FoundFile) => type === 'm3u8' || type === 'mpd';
  const places = [
    ...(finds.cover ? [{ file: finds.cover, index: 'cover' as const }] : []),
    ...finds.files.map((file, index) => ({ file, index })),
  ].filter(({ file }) => !isPlaylist(file));
  const left = places.slice(0, visitLimits.looks);
  const count = left.length;
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(visitLimits.lookingMs)]);
  let refusal: unknown;
  const work = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { file, index } = next;
      try {
        const maxBytes = visitLimits.lookBytes[file.kind];
        const range = { start: 0, end: maxBytes - 1 };
        const visited = await visitPage(file.url, {
          folder: context.folder,
          maxBytes,
          range,
          signal,
          sender: context.row.share,
          allow: context.parts.config.fetchAllow,
          idleTimeoutMs: 8000,
          ...mannerOf(file),
        });
        if (visited.status === 401 || visited.status === 403) throw new AppError('LINK_LOGIN_NEEDED');
        if (visited.status > 299 || !visited.type) throw new AppError('LINK_WITHOUT_MEDIA');
        seen.push({ index, type: visited.type, bytes: visited.bytes });
        paths.push(visited.path);
      } catch (cause) {
        context.signal.throwIfAborted();
        if (cause instanceof AppError && index !== 'cover') refusal ??= cause;
      }
      context.report(50 + (40 * (count - left.length)) / Math.max(1, count), 'working');
    }
  };
  await Promise.all(Array.from({ length: looksAtOnce }, work));
  // If every file was refused for the same reason, that reason says more than that there is none.
  const hasFile = seen.some(({ index }) => index !== 'cover') || finds.files.some(isPlaylist);
  if (!hasFile && refusal) throw refusal;
  return { seen, paths };
}

/** The name of a quality, such as 1080p; empty for a file without one. */
function nameQuality({ label, width = 0, height = 0, bitsPerSecond = 0 }: FoundFile): string {
  if (label) return label;
  if (height > 0 && width > 0) return `${Math.min(width, height)}p`;
  if (height > 0) return `${height}p`;
  return bitsPerSecond > 0 ? `${Math.round(bitsPerSecond / 1000)} kbps` : '';
}

const longestStem = 80;

function storeLink(file: FoundFile, index: number, finds: Finds): StoredLink {
  const type = file.type ?? mediaOfName(new URL(file.url).pathname) ?? 'mp4';
  const stem = [...(finds.title.replace(/\s+/g, ' ').trim() || finds.site)].slice(0, longestStem).join('');
  const several = finds.files.filter(({ kind }) => kind === file.kind).length > 1;
  const number = finds.files.filter(({ kind }, at) => kind === file.kind && at <= index).length;
  const part = file.kind === 'picture' ? String(number).padStart(2, '0') : nameQuality(file) || String(number);
  const { url, pick, width, height, seconds, bytes = 0 } = file;
  return {
    name: cleanFileName(`${stem}${several ? ` ${part}` : ''}.${media[type].extensions[0]}`),
    url,
    ...(pick !== undefined && { pick }),
    ...mannerOf(file),
    type,
    bytes: Math.round(bytes),
    ...(width && { width: Math.round(width) }),
    ...(height && { height: Math.round(height) }),
    ...(seconds && { durationSeconds: seconds }),
  };
}

function toResult(finds: Finds): StoredResult {
  const links = finds.files.map((file, index) => storeLink(file, index, finds));
  const cover = finds.cover && storeLink(finds.cover, 0, { ...finds, files: [finds.cover] });
  return {
    files: [],
    links,
    ...(cover && { cover }),
    meta: {
      title: finds.title,
      author: finds.author,
      /** Replaced by the address of the cover, if there is one. */
      cover: null,
      site: finds.site,
      /** For each file: the data that a page needs to offer it. */
      items: finds.files.map((file, index) => ({
        kind: file.kind,
        quality: nameQuality(file),
        // The URL of the quality itself if it has one, so that players open it.
        link: file.type === 'm3u8' ? (file.pick ?? file.url) : file.url,
        isPlaylist: file.type === 'm3u8' || file.type === 'mpd',
        hasSound: file.kind === 'video' ? !file.isSilent : file.kind === 'sound',
        name: links[index]!.name,
      })),
    },
  };
}

/** The result of a parsed link. Throws the refusal with which the task fails. */
export async function readLink(options: Omit<VisitContext, 'clock'>): Promise<StoredResult> {
  const [link] = findLinks(String(options.row.options.url ?? ''));
  if (!link) throw new AppError('LINK_BAD');
  const deadline = new AbortController();
  const clock = startClock(visitLimits.deadlineMs, () => deadline.abort(new AppError('DEADLINE')));
  const context = { ...options, clock, signal: AbortSignal.any([options.signal, deadline.signal]) };
  await mkdir(options.folder, { recursive: true });
  try {
    const finds = await readEither(context, link);
    const { seen, paths } = await look(context, finds);
    const answer = await ask(context, { kind: 'choose', finds, seen }, paths, visitLimits.rounds);
    if (answer.kind !== 'found') throw new AppError('PARSE_FAILED');
    return toResult(answer.finds);
  } catch (error) {
    if (deadline.signal.aborted && !options.signal.aborted) throw new AppError('DEADLINE');
    throw error;
  } finally {
    clock.suspend();
    await removeScratch(options.folder);
  }
}
