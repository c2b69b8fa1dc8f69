// Tests that no tool writes a location, serial number, owner or embedded preview of a photograph into a result in any format, unless "everything" is
// requested. The table is built from the catalogue, so that it includes new tools.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from 'contract/errors.ts';
import type { Output, Run, Runs } from 'contract/run.ts';
import type { ToolCall, ToolContract } from 'contract/tool.ts';
import { writeRedFinder } from 'engines/matte/test-matte-network.ts';
import { findSecrets, makePrivatePhoto, type PrivateFormat, secrets } from 'engines/metadata/test-private-photo.ts';
import { sharp } from 'engines/sharp.ts';
import { fixture } from 'engines/test-pictures.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { photos } from '../bench/photos.ts';
import { tools } from './index.ts';
import { makeTestFolder, tryRun } from './test-run.ts';

/** Options without which a call refuses, by tool. */
const needed: Readonly<Record<string, object>> = {
  'inpaint-image': { coordinates: [{ x: 5, y: 5, w: 12, h: 8 }] },
  'mark-image': { markContent: '图' },
  'image-converter': { format: 'jpg' },
  'photo-filter': { filterType: 'noir' },
  certified: { spec: 'cn-1-inch', sheet: '6-inch' },
  'ai-product': { width: 200, height: 200, withLayer: true },
  'text-to-image': { prompt: 'a red boat on the sea' },
  'image-expand': { share: { left: 0.2 } },
  'up-scale': { detail: 'quick' },
  // Saves likewise, and asks no network.
  denoise: { strength: 0 },
  'image-to-text': {
    page: {
      turn: 0,
      isCut: false,
      paragraphs: [{ kind: 'text', pieces: [{ before: '', text: 'a', score: 1, quad: [0, 0, 9, 0, 9, 9, 0, 9] }] }],
    },
  },
};

/** Input formats in addition to JPEG; a slow tool is tested with JPEG alone. */
const sources: readonly PrivateFormat[] = ['png', 'webp', 'avif', 'tiff'];

type JsonOption = { enum?: string[] };

const optionsOf = (call: ToolCall) =>
  z.toJSONSchema(call.options, { io: 'input', unrepresentable: 'any' }).properties as Record<string, JsonOption>;

function takesPictures(call: ToolCall): boolean {
  const [first] = call.inputs;
  return first !== undefined && (['jpg', 'png'] as const).every(type => first.accept.includes(type));
}

/** Writes a portrait for tools that need a person, otherwise a small image of flat colours. */
async function writePhoto(tool: ToolContract, format: PrivateFormat): Promise<string> {
  const picture =
    tool.name === 'certified' ? sharp(photos.womanRed).resize(600) : sharp(fixture('plain.png')).resize(96, 64);
  const path = join(await makeTestFolder(), `photo.${format}`);
  await writeFile(path, await makePrivatePhoto(picture, format));
  return path;
}

/** A matte for a photograph: a network would take five seconds to find one, for each format anew. */
async function drawMatte(path: string): Promise<string> {
  const { width, height } = await sharp(path).metadata();
  const subject = { width: width >> 1, height: height >> 1, channels: 3 as const, background: '#fff' };
  const matte = join(await makeTestFolder(), 'matte.png');
  await sharp({ create: { width, height, channels: 3, background: '#000' } })
    .composite([{ input: { create: subject } }])
    .png()
    .toFile(matte);
  return matte;
}

/** Of a small network: what the subject is does not matter here, and the built-in one takes five seconds to find it. */
let matte: string;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'private-metadata-'));
  matte = join(folder, 'red.onnx');
  await writeRedFinder(matte);
  return () => rm(folder, { recursive: true });
});

async function runCall(tool: ToolContract, call: ToolCall, path: string, options: object): Promise<Output> {
  const { runs } = (await import(`./${tool.name}/run.ts`)) as { runs: Runs<ToolContract> };
  const run = (runs as unknown as Record<string, Run<Record<string, unknown>>>)[call.name]!;
  const [input] = call.inputs;
  // The call finds its matte itself without options, and is given one with each of them.
  const takesMatte = Object.keys(options).length > 0 && call.inputs.some(({ field }) => field === 'matteUrl');
  const drawn = takesMatte && { matteUrl: await drawMatte(path) };
  const asked = { ...needed[tool.name], ...options };
  const files = input!.many
    ? { lists: { [input!.field]: [path, path] } }
    : { inputs: { [input!.field]: path, ...drawn } };
  return (await tryRun(run, call.options, asked, { ...files, models: { matte } })).output;
}

async function readResults({ files, inputPreviewPath, layerPath }: Output): Promise<Buffer[]> {
  const paths = files.flatMap(({ path, previewPath }) => [path, ...(previewPath ? [previewPath] : [])]);
  return Promise.all([...paths, inputPreviewPath, layerPath].flatMap(path => (path ? [readFile(path)] : [])));
}

const cases = tools.flatMap(tool =>
  tool.calls.filter(takesPictures).flatMap(call => {
    const { format, returnType } = optionsOf(call);
    const choices = [
      ...(format?.enum ?? []).map(value => ({ format: value })),
      ...(returnType?.enum ?? []).map(value => ({ returnType: value })),
    ];
    const others = tool.calls.some(({ lane }) => lane !== 'image') ? [] : sources;
    return [
      ...[{}, ...choices].map(options => ({ tool, call, source: 'jpg' as PrivateFormat, options })),
      ...others.map(source => ({ tool, call, source, options: {} })),
    ].map(one => ({ ...one, title: `${tool.name} ${call.name}, ${one.source}, ${JSON.stringify(one.options)}` }));
  }),
);

it('the test photographs contain every kind of private metadata', async () => {
  const photo = await makePrivatePhoto(sharp(fixture('plain.png')), 'jpg');
  const found = await findSecrets(photo);
  expect(secrets.filter(secret => !found.includes(secret))).toEqual(['PNGPLACE14']);
  expect(found).toEqual(expect.arrayContaining(['GPS', 'IPTC', 'coordinate 311313137', 'coordinate 121282829']));
});

describe.each(cases)('$title', ({ tool, call, source, options }) => {
  const hasChoice = 'keepMetadata' in optionsOf(call);
  it.each(hasChoice ? [{}, { keepMetadata: true }] : [{}])('drops private metadata: %j', async more => {
    const path = await writePhoto(tool, source);
    const output = await runCall(tool, call, path, { ...options, ...more }).catch((error: unknown) => {
      if (error instanceof AppError) return { files: [], refusal: error.code };
      throw error;
    });
    expect('refusal' in output ? output.refusal : undefined).toBeUndefined();
    for (const result of await readResults(output)) expect(await findSecrets(result)).toEqual([]);
  });
});

const saving = ['photo-filter', 'quality', 'denoise', 'up-scale', 'inpaint-image', 'mark-image', 'image-converter'];

describe.each(saving)('%s', name => {
  const tool = tools.find(one => one.name === name)!;
  const call = tool.calls[0]!;
  const kept = name === 'image-converter' ? { keepMetadata: true } : {};

  const formats = (optionsOf(call).format?.enum ?? []).filter(format =>
    ['jpg', 'same', 'png', 'webp'].includes(format),
  );
  it.each(formats)('keeps camera, lens, date, exposure and credit in %s', async format => {
    const output = await runCall(tool, call, await writePhoto(tool, 'jpg'), { format, ...kept });
    const { exif, xmp, orientation } = await sharp(output.files[0]!.path).metadata();
    for (const text of ['Pixwright', 'Fixture One', 'Copyright Ada', '2024:05:06 07:08:09', 'Lens 50mm'])
      expect(exif?.includes(text), text).toBe(true);
    expect(xmp?.includes('<dc:creator><rdf:Seq><rdf:li>Ada &amp; Bob</rdf:li></rdf:Seq></dc:creator>')).toBe(true);
    expect(orientation ?? 1).toBe(1);
  });
});

describe.each(['mark-image', 'image-converter'])('%s with keepMetadata "everything"', name => {
  const tool = tools.find(one => one.name === name)!;

  it.each(['jpg', 'png', 'webp'] as const)('keeps all but the previews in %s', async format => {
    const options = { format, keepMetadata: 'everything' };
    const output = await runCall(tool, tool.calls[0]!, await writePhoto(tool, 'jpg'), options);
    const found = await findSecrets(await readFile(output.files[0]!.path));
    expect(found).toEqual(expect.arrayContaining(['BODYSERIAL77', 'MAKERSERIAL99', 'XMPCITY12', 'GPS']));
    expect(found).not.toContain('THUMBNAIL16');
  });
});
