// Asks yt-dlp what a link leads to. It runs in the child that calls, without a network of its own: its connections go through a proxy of
// the server's, which the child reaches by a socket file alone.
import { spawn } from 'node:child_process';
import { connect, createServer, type Server } from 'node:net';
import { AppError, type ErrorCode } from 'contract/errors.ts';
import { dig, digList, readLooseJson } from '../page/read-state.ts';

/** Far more than the list of a clip's formats takes. */
const maxAnswerBytes = 16 * 1024 * 1024;
const lastWordsBytes = 4096;
/** A playlist of clips answers its first ones. */
const maxEntries = 20;

/** Nothing of the operator's: no settings, plugins, cookies, keys or caches. The search path is added by the caller. */
export const environmentOf = (home: string): Record<string, string> => ({
  HOME: home,
  TMPDIR: home,
  XDG_CONFIG_HOME: home,
  XDG_CACHE_HOME: home,
  XDG_DATA_HOME: home,
  YTDLP_NO_PLUGINS: '1',
  PYTHONDONTWRITEBYTECODE: '1',
  PYTHONIOENCODING: 'utf-8',
  LANG: 'C.UTF-8',
});

/** The arguments; the link follows `--`, so that it is never read as an option. */
export const argumentsOf = (link: string, proxy: string): string[] => [
  ...['--ignore-config', '--no-cookies', '--no-cookies-from-browser', '--no-cache-dir', '--no-update'],
  ...['--no-exec', '--no-mark-watched', '--no-write-comments', '--no-progress', '--no-color'],
  // Pages that no extractor knows are read by our own reader.
  ...['--ies', 'default,-generic', '--playlist-end', String(maxEntries), '--socket-timeout', '15', '--retries', '1'],
  ...['--proxy', proxy, '--dump-single-json', '--skip-download', '--', link],
];

/** Options that only some versions know; one that is not known would end the program. */
const optional = ['--no-color', '--no-mark-watched'];

/** The refusal that the end of its standard error stands for, by the words of its messages. */
export function explainWords(words: string): ErrorCode | undefined {
  if (/unsupported url|no suitable extractor/i.test(words)) return 'LINK_SITE_UNKNOWN';
  if (/\bDRM\b/i.test(words)) return 'LINK_PROTECTED';
  if (/log ?in|sign in|cookies|account|members?[- ]only|registered users|not a bot|age.restricted/i.test(words))
    return 'LINK_LOGIN_NEEDED';
  if (/live event will begin|is live|premieres in/i.test(words)) return 'LINK_LIVE';
  if (/private|removed|deleted|not available|unavailable|does ?n.t exist|HTTP Error 404|terminated/i.test(words))
    return 'LINK_GONE';
  return undefined;
}

/** A port of this child's own loopback that leads to the server's proxy. */
async function openRelay(socketPath: string): Promise<{ server: Server; address: string }> {
  const server = createServer(client => {
    const proxy = connect(socketPath);
    for (const [one, other] of [
      [client, proxy],
      [proxy, client],
    ] as const) {
      one.on('error', () => other.destroy());
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as { port: number };
  return { server, address: `http://127.0.0.1:${port}` };
}

function run(args: readonly string[], folder: string): Promise<{ code: number | null; said: string; words: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ code: number | null; said: string; words: string }>();
  // A child has the search path and a few harmless names in its environment already.
  const settings = Object.entries(environmentOf(folder)).map(([name, value]) => `${name}=${value}`);
  const program = spawn('env', [...settings, 'yt-dlp', ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  let bytes = 0;
  let words = '';
  program.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) program.kill('SIGKILL');
    else chunks.push(chunk);
  });
  program.stderr.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString('utf8')).slice(-lastWordsBytes);
  });
  program.once('error', reject);
  program.once('close', code => resolve({ code, said: Buffer.concat(chunks).toString('utf8'), words }));
  return promise;
}

/** Whether an answer names an address; entries of a list that failed are null. */
const hasMedia = (said: unknown): boolean =>
  [said, ...digList(said, 'entries')].some(
    entry => typeof dig(entry, 'url') === 'string' || digList(entry, 'formats').length > 0,
  );

/**
 * What yt-dlp knows of a link, as its JSON. `socketPath` leads to the server's proxy; `folder` is its home. Throws the refusal that its
 * messages stand for, PARSE_FAILED for others.
 */
export async function askYtDlp(link: string, socketPath: string, folder: string): Promise<unknown> {
  const { server, address } = await openRelay(socketPath);
  try {
    let args = argumentsOf(link, address);
    let ended = await run(args, folder);
    if (ended.code === 2 && /no such option/i.test(ended.words)) {
      args = args.filter(argument => !optional.includes(argument));
      ended = await run(args, folder);
    }
    const said = readLooseJson(ended.said);
    // One clip of a list that fails is enough for an exit status of 1.
    if (ended.code !== 0 && !hasMedia(said))
      throw new AppError(explainWords(ended.words) ?? 'PARSE_FAILED', { words: ended.words.slice(-300) });
    if (said === undefined) throw new AppError('PARSE_FAILED', { words: 'The answer is no JSON.' });
    return said;
  } finally {
    server.close();
  }
}
