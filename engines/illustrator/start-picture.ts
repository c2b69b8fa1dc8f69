// A start picture: the drawing uses it as its backdrop, adopts its colours, or both.
import type { Sharp } from 'sharp';
import { fromLab, mix, toLab, writeHex } from './colours.ts';
import type { Scene, Shape } from './graph.ts';

export interface StartPicture {
  /** The picture as JPEG, covering the canvas. */
  readonly backdrop: Buffer;
  /** Its colours, the most frequent first. */
  readonly palette: readonly string[];
  /** 0 keeps the picture, 1 only its colours. */
  readonly strength: number;
}

const sample = 48;
const colours = 6;

/** Reads a start picture for a canvas of the given size. `open` starts a pipeline over its upright pixels. */
export async function readStartPicture(
  open: () => Sharp,
  { width, height, strength }: { readonly width: number; readonly height: number; readonly strength: number },
): Promise<StartPicture> {
  const cover = { width, height, fit: 'cover', position: 'attention' } as const;
  const [backdrop, { data, info }] = await Promise.all([
    open().flatten({ background: '#ffffff' }).resize(cover).toColourspace('srgb').jpeg({ quality: 92 }).toBuffer(),
    open()
      .flatten({ background: '#ffffff' })
      .resize(sample, sample, { fit: 'fill' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true }),
  ]);
  return { backdrop, palette: findPalette(data, info.channels), strength };
}

/** Returns the means of k clusters of colours (Lloyd's algorithm), with initial means spread over lightness. */
function findPalette(data: Buffer, channels: number): string[] {
  const pixels = Array.from({ length: data.length / channels }, (_, i) =>
    toLab(writeHex(data[i * channels]!, data[i * channels + 1]!, data[i * channels + 2]!)),
  );
  const sorted = [...pixels].sort((a, b) => a[0] - b[0]);
  let means = Array.from({ length: colours }, (_, i) => sorted[Math.floor(((i + 0.5) / colours) * sorted.length)]!);
  let counts: number[] = [];
  for (let round = 0; round < 8; round++) {
    const sums = means.map(() => [0, 0, 0, 0]);
    for (const pixel of pixels) {
      const distances = means.map(
        mean => (pixel[0] - mean[0]) ** 2 + (pixel[1] - mean[1]) ** 2 + (pixel[2] - mean[2]) ** 2,
      );
      const sum = sums[distances.indexOf(Math.min(...distances))]!;
      for (let c = 0; c < 3; c++) sum[c]! += pixel[c]!;
      sum[3]! += 1;
    }
    counts = sums.map(sum => sum[3]!);
    means = sums.map((sum, i) =>
      sum[3]! > 0 ? [sum[0]! / sum[3]!, sum[1]! / sum[3]!, sum[2]! / sum[3]!] : means[i]!,
    ) as typeof means;
  }
  return means
    .map((mean, i) => ({ mean, count: counts[i]! }))
    .sort((a, b) => b.count - a.count)
    .map(({ mean }) => fromLab(mean));
}

/** Mixes in the palette's colour that is nearest in lightness. */
function toneBy(palette: readonly string[], share: number) {
  const labs = palette.map(hex => ({ hex, lightness: toLab(hex)[0] }));
  const known = new Map<string, string>();
  return (hex: string) => {
    const before = known.get(hex);
    if (before) return before;
    const [lightness] = toLab(hex);
    const nearest = labs.reduce((best, one) =>
      Math.abs(one.lightness - lightness) < Math.abs(best.lightness - lightness) ? one : best,
    );
    const [, a, b] = toLab(nearest.hex);
    const toned = mix(hex, fromLab([lightness, a, b]), share);
    known.set(hex, toned);
    return toned;
  };
}

/** Strength from which on the picture itself is no longer shown. */
const coloursAloneFrom = 0.75;

/** Returns the scene with the start picture behind its things, or in its colours. */
export function startFrom(scene: Scene, { backdrop, palette, strength }: StartPicture): Scene {
  const tone = toneBy(palette, 0.35 + 0.4 * (1 - strength));
  const tint = (shape: Shape): Shape => ({ ...shape, svg: shape.svg.replace(/#[0-9a-fA-F]{6}(?=")/g, tone) });
  if (strength >= coloursAloneFrom)
    return { ...scene, shapes: scene.shapes.map(shape => (shape.layer === 'things' ? shape : tint(shape))) };
  const things = scene.shapes.filter(({ layer, shows }) => layer === 'things' || shows?.startsWith('thing:'));
  const picture: Shape = {
    layer: 'sky',
    depth: 0,
    svg: `<image href="data:image/jpeg;base64,${backdrop.toString('base64')}" x="0" y="0" width="${scene.width}" height="${scene.height}" preserveAspectRatio="none"/>`,
    shows: 'start',
  };
  return { ...scene, shapes: [picture, ...things] };
}
