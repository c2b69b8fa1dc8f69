// A process for hostile.test.ts that converts many broken versions of each file and reports their outcomes.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from 'contract/errors.ts';
import { mulberry32 } from 'contract/random.ts';
import { convertOptions, outputFormats } from './contract.ts';
import { runs } from './run.ts';

function breakFile(whole: Buffer, random: () => number): Buffer {
  const kind = random();
  const at = () => Math.floor(random() * whole.length);
  if (kind < 0.3) return whole.subarray(0, at());
  const broken = Buffer.from(whole);
  if (kind < 0.8) {
    // Half of the changes hit the first bytes, the header, where they have the largest effect.
    const reach = random() < 0.5 ? Math.min(whole.length, 64) : whole.length;
    for (let i = 1 + Math.floor(random() * 8); i > 0; i--)
      broken[Math.floor(random() * reach)] = Math.floor(random() * 256);
    return broken;
  }
  if (kind < 0.9) return Buffer.concat([broken.subarray(0, at()), broken.subarray(at())]);
  broken.writeUInt32BE(random() < 0.5 ? 0xffffffff : 0x7fffffff, Math.max(0, Math.min(at(), whole.length - 4)));
  return broken;
}

const [versions, ...paths] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'hostile-'));
const endings: Record<string, number> = {};
for (const [number, path] of paths.entries()) {
  const random = mulberry32(number + 1);
  const whole = await readFile(path);
  for (let i = 0; i < Number(versions); i++) {
    const broken = join(folder, 'broken');
    await writeFile(broken, breakFile(whole, random));
    const format = outputFormats[(number + i) % outputFormats.length]!;
    let ending = 'converted';
    try {
      const options = convertOptions.parse({
        format,
        width: 32,
        keepMetadata: i % 2 === 0,
        colorProfile: i % 3 ? 'srgb' : 'keep',
      });
      const input = { path: broken, name: 'broken', bytes: whole.length, type: 'png' as const };
      await runs.convert({
        options,
        inputs: { imageUrl: input },
        lists: {},
        models: {},
        folder,
        progress: () => undefined,
      });
    } catch (error) {
      ending = error instanceof AppError ? error.code : `FAULT ${path} #${i} to ${format}: ${(error as Error).stack}`;
    }
    endings[ending] = (endings[ending] ?? 0) + 1;
  }
}
await rm(folder, { recursive: true });
process.stdout.write(`\n${JSON.stringify(endings)}\n`);
