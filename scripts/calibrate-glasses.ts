// Fits the weights by which engines/faces/see-glasses.ts tells glasses, and writes engines/faces/glasses-weights.json: `npm run calibrate-glasses`, after
// `npm run bench ground`. It learns from faces of the ground's half `tune`: each without glasses, with glasses that are drawn on it, and both with a hat;
// moved, turned, blurred, lit and compressed in many ways. docs/decisions/id-photo.md has the figures.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mulberry32 } from 'contract/random.ts';
import { describeEyes, featureCount, lookedAt, weigh } from 'engines/faces/see-glasses.ts';
import { sharp } from 'engines/sharp.ts';
import { type Frame, turnedFrame, warpPixels } from 'engines/warp-pixels.ts';
import { drawGlasses, drawHat } from '../bench/drawn-glasses.ts';
import { listKnownFaces } from '../bench/faces-with-glasses.ts';

const random = mulberry32(7);
const between = (low: number, high: number) => low + (high - low) * random();
const { width, height, middle } = lookedAt;
const raw = { width, height, channels: 3 } as const;

const copiesOfFace = 24;
const shareOfHats = 0.3;
const epochs = 60;
const batch = 32;
const [firstRate, momentum, decay] = [0.3, 0.9, 2e-3] as const;

async function overlay(crop: Uint8Array, svg: string): Promise<Uint8Array> {
  if (svg === '') return crop;
  const input = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${svg}</svg>`);
  return sharp(crop, { raw }).composite([{ input }]).removeAlpha().raw().toBuffer();
}

/** The same face as another photograph would have it. */
async function vary(crop: Uint8Array): Promise<Uint8Array> {
  const at = [middle[0] + between(-4, 4), middle[1] + between(-4, 4)] as const;
  const frame: Frame = turnedFrame({ width, height }, middle, at, between(0.93, 1.07), between(-5, 5));
  const { data } = warpPixels({ data: crop, width, height }, frame).pixels;
  let picture = sharp(data, { raw }).gamma(between(1, 1.6)).linear(between(0.7, 1.2), between(-20, 20));
  if (random() < 0.5) picture = picture.flop();
  if (random() < 0.5) picture = picture.blur(between(0.4, 2.2));
  if (random() < 0.4) picture = sharp(await picture.jpeg({ quality: Math.round(between(40, 85)) }).toBuffer());
  return picture.removeAlpha().raw().toBuffer();
}

interface Sample {
  readonly features: Float32Array;
  readonly wanted: 0 | 1;
}

async function makeSamples(): Promise<Sample[]> {
  const samples: Sample[] = [];
  const add = async (crop: Uint8Array, svg: string, wanted: 0 | 1) =>
    samples.push({ features: describeEyes(await vary(await overlay(crop, svg))), wanted });
  for await (const { crop, hasGlasses } of listKnownFaces('tune'))
    for (let copy = 0; copy < copiesOfFace; copy++) {
      if (hasGlasses) await add(crop, '', 1);
      else {
        const hat = random() < shareOfHats ? drawHat(random) : '';
        await add(crop, hat, 0);
        await add(crop, hat + drawGlasses(random), 1);
      }
    }
  return samples;
}

/** Logistic regression by stochastic gradient descent with momentum and weight decay. */
function learn(samples: Sample[]): Float64Array {
  const [weights, speed] = [new Float64Array(featureCount + 1), new Float64Array(featureCount + 1)];
  for (let epoch = 0; epoch < epochs; epoch++) {
    const rate = firstRate / (1 + epoch / 10);
    samples.sort(() => random() - 0.5);
    for (let from = 0; from < samples.length; from += batch) {
      const part = samples.slice(from, from + batch);
      const slope = new Float64Array(featureCount + 1);
      for (const { features, wanted } of part) {
        const error = weigh(features, weights) - wanted;
        for (let i = 0; i < featureCount; i++) slope[i]! += error * features[i]!;
        slope[featureCount]! += error;
      }
      for (let i = 0; i <= featureCount; i++) {
        const pull = i < featureCount ? decay * weights[i]! : 0;
        speed[i] = momentum * speed[i]! - rate * (slope[i]! / part.length + pull);
        weights[i]! += speed[i]!;
      }
    }
  }
  return weights;
}

const samples = await makeSamples();
const weights = [...learn(samples)].map(weight => Math.round(weight * 1000) / 1000);
const right = samples.filter(({ features, wanted }) => weigh(features, weights) > 0.5 === (wanted === 1)).length;
console.log(`${samples.length} samples, ${right} of them told right.`);
const lines = [''];
for (const [i, weight] of weights.entries()) {
  const text = `${weight}${i < weights.length - 1 ? ',' : ''}`;
  const line = `${lines.at(-1)} ${text}`.trim();
  if (line.length <= 118) lines[lines.length - 1] = line;
  else lines.push(text);
}
const file = path.join(import.meta.dirname, '../engines/faces/glasses-weights.json');
await writeFile(file, `[\n${lines.map(line => `  ${line}`).join('\n')}\n]\n`);
