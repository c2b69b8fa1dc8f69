// The packages as others get them: the client's tarball installed in an empty folder, the Python package, and every example of docs/clients.md, run
// against a real server.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import AdmZip from 'adm-zip';
import { type LoggedIn, logInAs } from 'server/testing/accounts.ts';
import { makeApiKey } from 'server/testing/api-keys.ts';
import { makeBmp, readWebpSize } from 'server/testing/pictures.ts';
import { findFreePort } from 'server/testing/process.ts';
import { startTestServer, type TestServer } from 'server/testing/server.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(path.join(root, 'docs/clients.md'), 'utf8');
const hasPython = spawnSync('python3', ['-c', 'import sys; assert sys.version_info >= (3, 9)']).status === 0;
if (!hasPython) process.stderr.write('Python 3.9 or newer is not here: the Python examples are skipped.\n');

let server: TestServer;
let person: LoggedIn;
let key: string;
let project: string;
beforeAll(async () => {
  server = await startTestServer({ environment: { MEMBERSHIP: 'on', RATE_PER_MINUTE: '6000' } });
  person = await logInAs(server, '13700000009');
  ({ key } = await makeApiKey(server, person, { perMinute: 6000 }));
  project = mkdtempSync(path.join(tmpdir(), 'pixwright-project-'));
  const npm = (args: string[], cwd = project) => execFileSync('npm', args, { cwd, encoding: 'utf8' });
  npm(['run', 'build-packages', '--', project], root);
  // As its registry would send it. Zod is here already: the test needs no network.
  for (const folder of [path.join(project, 'client'), path.join(root, 'node_modules/zod')])
    npm(['pack', folder, '--ignore-scripts']);
  const tarballs = readdirSync(project).filter(name => name.endsWith('.tgz'));
  expect(tarballs).toHaveLength(2);
  writeFileSync(path.join(project, 'package.json'), '{"type": "module", "private": true}');
  npm(['install', ...tarballs.map(name => `./${name}`), '--offline', '--no-audit', '--no-fund']);
});
afterAll(async () => {
  await server.stop();
  rmSync(project, { recursive: true });
});
beforeEach(async () => {
  const photo = sharp({ create: { width: 128, height: 96, channels: 3, background: '#336699' } });
  await photo.jpeg().toFile(path.join(project, 'photo.jpg'));
  for (const name of ['photo.webp', 'photo.png', 'quote.json', 'all.zip', 'all'])
    rmSync(path.join(project, name), { recursive: true, force: true });
});

const environment = () => ({
  ...process.env,
  PIXWRIGHT_SERVER: server.url,
  PIXWRIGHT_KEY: key,
  PYTHONPATH: path.join(root, 'clients/python/src'),
});

async function run(program: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(program, args, { cwd: project, env: { ...environment(), ...env } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += chunk));
  await once(child, 'close');
  return { code: child.exitCode, said };
}

interface Example {
  readonly section: string;
  readonly language: 'sh' | 'ts' | 'python';
  readonly code: string;
}
const examples = page.split(/^## /m).flatMap(section =>
  [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)].map(
    ([, language, code]): Example => ({
      section: section.split('\n')[0]!,
      language: language as Example['language'],
      code: code!,
    }),
  ),
);

function runExample({ language, code }: Example) {
  if (language === 'sh') return run('bash', ['-c', code]);
  if (language === 'python') return run('python3', ['-c', code]);
  writeFileSync(path.join(project, 'example.ts'), code);
  return run(process.execPath, ['--disable-warning=ExperimentalWarning', 'example.ts']);
}

const read = (name: string) => readFileSync(path.join(project, name));

/** What each example leaves behind. */
const effects: Readonly<Record<string, (example: Example, said: string) => Promise<void> | void>> = {
  'Convert an image': () => expect(readWebpSize(read('photo.webp'))).toEqual({ width: 64, height: 48 }),
  'Ask for the price first': () => {
    const { charge } = JSON.parse(read('quote.json').toString()).data;
    expect(charge).toEqual({ kind: 'use', amount: 1, state: 'none' });
  },
  'Run a batch': ({ language }, said) => {
    if (language === 'ts') {
      expect(said.trim().split('\n')).toEqual(['done', 'done']);
      expect(
        new AdmZip(read('all.zip'))
          .getEntries()
          .map(({ entryName }) => entryName)
          .sort(),
      ).toEqual(['photo.png', 'photo.webp']);
    } else expect(readdirSync(path.join(project, 'all')).sort()).toEqual(['photo.png', 'photo.webp']);
  },
};

const runnable = examples.filter(({ section }) => section in effects);

test('every example of the page is known to this test', () => {
  expect([...new Set(examples.map(({ section }) => section))]).toEqual([
    ...Object.keys(effects),
    'Be told by a webhook',
  ]);
  expect(examples.filter(({ section }) => section === 'Be told by a webhook').map(({ language }) => language)).toEqual([
    'python',
  ]);
});

test.each(runnable.map(example => [example.section, example.language, example] as const))(
  '%s, in %s',
  async (section, language, example) => {
    if (language === 'python' && !hasPython) return;
    const { code, said } = await runExample(example);
    expect(code, said).toBe(0);
    await effects[section]!(example, said);
  },
);

test.skipIf(!hasPython)('the receiver of webhooks takes a genuine message and no other', async () => {
  const [example] = examples.filter(({ section }) => section === 'Be told by a webhook');
  const secretBytes = Buffer.from('0123456789abcdef01234567');
  const body = JSON.stringify({ type: 'task.done', data: {} });
  for (const isGenuine of [true, false]) {
    const port = String(await findFreePort());
    const env = { WEBHOOK_SECRET: `whsec_${secretBytes.toString('base64')}`, PORT: port };
    const receiving = run('python3', ['-c', example!.code], env);
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', secretBytes).update(`m1.${timestamp}.${body}`).digest('base64');
    const headers = {
      'webhook-id': 'm1',
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${isGenuine ? signature : signature.replace(/^./, first => (first === 'A' ? 'B' : 'A'))}`,
    };
    const post = () =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body }).then(({ status }) => status);
    await expect.poll(() => post().catch(() => 0)).toBe(isGenuine ? 204 : 401);
    expect((await receiving).said.includes('task.done')).toBe(isGenuine);
  }
});

test.skipIf(!hasPython)(
  'Python: a file in parts, results under free names, failures, errors, hostile names',
  async () => {
    writeFileSync(path.join(project, 'large.bmp'), makeBmp(2700, 2500));
    writeFileSync(path.join(project, 'broken.bmp'), makeBmp(40, 30).subarray(0, 200));
    const { code, said } = await run('python3', [path.join(root, 'clients/python/tests/try_client.py')]);
    expect([code, said.trim()]).toEqual([0, 'fine']);
  },
);

test('the tarball has the code, its types and texts, and depends on zod alone', () => {
  const folder = path.join(project, 'node_modules/@pixwright/client');
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  expect(Object.keys(manifest.dependencies)).toEqual(['zod']);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of ['README.md', 'LICENSE', 'NOTICE', 'client.js', 'node.js', 'tools.js', 'types/client/client.d.ts'])
    expect(files).toContain(name);
  // Neither tests nor sources, and no import that only a checkout could resolve.
  expect(files.filter(name => /\.test\.|(?<!\.d)\.ts$/.test(name))).toEqual([]);
  for (const name of files.filter(one => /\.(js|d\.ts)$/.test(one))) {
    const text = readFileSync(path.join(folder, name), 'utf8');
    const imported = [...text.matchAll(/(?:from|import\()\s*["']([^"']+)["']/g)].map(([, specifier]) => specifier!);
    expect(
      imported.filter(one => !/^(\.|node:|zod(\/|$))/.test(one)),
      name,
    ).toEqual([]);
  }
});

test('its types are those of the contracts', () => {
  const wrong = `import { createClient } from '@pixwright/client';
import { tools } from '@pixwright/client/tools';
const client = createClient({ origin: '', tools });
const task = await client.tools.upScale({ imageUrl: 'a', upscale: 4 });
task.status satisfies 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
// @ts-expect-error there is no such factor
await client.tools.upScale({ imageUrl: 'a', upscale: 5 });
// @ts-expect-error the format is missing
await client.tools.imageConverter({ imageUrl: 'a' });
`;
  writeFileSync(path.join(project, 'typed.ts'), wrong);
  const flags = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--lib',
    'es2024,dom',
    '--types',
    '',
  ];
  const { status, stdout } = spawnSync(path.join(root, 'node_modules/.bin/tsc'), [...flags, 'typed.ts'], {
    cwd: project,
    encoding: 'utf8',
  });
  expect([status, stdout]).toEqual([0, '']);
});
