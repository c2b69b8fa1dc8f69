// The installation of ffmpeg, with a stand-in for apt-get that works, fails, or never ends.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Installing, installWhereMissing } from './install-ffmpeg.ts';

const printsVersion = (name: string) => `#!/bin/sh\\necho "${name} version 5.1.9"\\n`;
/** The actions of the stand-in when it is asked to install. */
const works = ['ffmpeg', 'ffprobe']
  .map(name => `printf '${printsVersion(name)}' >"$here/${name}"; /bin/chmod 755 "$here/${name}"`)
  .join('\n');
const fails = 'exit 100';
const hangs = 'exec /bin/sleep 600';

/** A machine whose only program is this apt-get. */
function openMachine(act: string, changes: Partial<Installing> = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'pixwright-apt-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [searchPath, note] = [path.join(folder, 'bin'), path.join(folder, 'cache/failed')];
  mkdirSync(searchPath);
  const calls = path.join(folder, 'calls');
  writeFileSync(calls, '');
  const script = `#!/bin/sh\nhere='${searchPath}'\necho "$@" >>'${calls}'\ncase "$*" in *update) exit 0 ;; esac\n${act}\n`;
  writeFileSync(path.join(searchPath, 'apt-get'), script);
  chmodSync(path.join(searchPath, 'apt-get'), 0o755);
  const said: string[] = [];
  const options = {
    searchPath,
    note,
    mayInstall: true,
    limitMs: 60_000,
    say: (line: string) => said.push(line),
    ...changes,
  };
  return {
    note,
    said,
    install: () => installWhereMissing(options),
    /** The calls of apt-get, without its options. */
    asked: () => [...readFileSync(calls, 'utf8').matchAll(/(update|install) ?.*$/gm)].map(([words]) => words),
  };
}

const both = ['update', 'install -y --no-install-recommends ffmpeg'];

test('ffmpeg is installed once, and not again when it is present', async () => {
  const machine = openMachine(works);
  await machine.install();
  expect(machine.said.at(-1)).toBe('ffmpeg is installed.');
  await machine.install();
  expect(machine.asked()).toEqual(both);
});

test('a failed installation is not retried for a day, and the command to run by hand is printed each time', async () => {
  const machine = openMachine(fails);
  await machine.install();
  await machine.install();
  expect(machine.asked()).toEqual(both);
  expect(machine.said).toHaveLength(3);
  for (const line of machine.said.slice(1)) expect(line).toContain('apt-get update && apt-get install ffmpeg');
  const yesterday = Date.now() / 1000 - 25 * 3600;
  utimesSync(machine.note, yesterday, yesterday);
  await machine.install();
  expect(machine.asked()).toEqual([...both, ...both]);
});

test('an installation that never ends is aborted', async () => {
  const machine = openMachine(hangs, { limitMs: 200 });
  await machine.install();
  expect(machine.said.at(-1)).toContain('It did not work');
  expect(existsSync(machine.note)).toBe(true);
});

test('a machine without apt-get, and an account that may not install, change nothing', async () => {
  const closed = openMachine(works, { mayInstall: false });
  await closed.install();
  expect([closed.asked(), closed.said]).toEqual([[], []]);
  const bare = openMachine(works, { searchPath: '/nowhere' });
  await bare.install();
  expect([bare.asked(), bare.said.at(-1)]).toEqual([[], expect.stringContaining('by hand')]);
});
