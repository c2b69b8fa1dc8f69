// Caches the cut-out person of each image and size in this tab: the page draws other backgrounds and head positions from it, and later runs reuse its
// matte.
import type { MaskOp } from 'ui/mask-painter/ops.ts';
import { markedShare, renderMask } from 'ui/mask-painter/render-mask.ts';
import type { FileFacts, SideFile, TaskResult } from 'ui/tool-screen.ts';
import { drawAlpha } from './draw-layer.tsx';
import type { PhotoLayer } from './photo-layer.ts';
import { type ScreenOptions, sameLook, specOf } from './screen-options.ts';

export const keepLabel = { id: 'keep', color: '#1fbf6b' } as const;
export const eraseLabel = { id: 'erase', color: '#ff3b4e' } as const;

export interface Layer {
  readonly address: string;
  readonly about: PhotoLayer;
  readonly picture: Promise<Blob>;
  /** The options with which it was made. */
  readonly made: ScreenOptions;
  /** Its matte, made when it is first sent. */
  matte?: Promise<SideFile>;
}

interface Layers {
  /** The layer without corrections, as the network found it. */
  readonly found: Layer | undefined;
  readonly last: Layer;
}

const known = new Map<string, Layers>();

/** Strokes belong to one image in the frame of one size. */
const keyOf = ({ name, bytes }: FileFacts, options: ScreenOptions): string =>
  `${name} ${bytes ?? ''} ${JSON.stringify(specOf(options))}`;

export const strokesOf = (options: ScreenOptions, facts: FileFacts): readonly MaskOp[] | undefined =>
  options.strokes[keyOf(facts, options)];

export function withStrokes(
  options: ScreenOptions,
  facts: FileFacts,
  ops: readonly MaskOp[],
): ScreenOptions['strokes'] {
  const { [keyOf(facts, options)]: _, ...others } = options.strokes;
  return ops.length > 0 ? { ...others, [keyOf(facts, options)]: ops } : others;
}

async function fetchPicture(address: string): Promise<Blob> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`the layer answered ${answer.status}`);
  return answer.blob();
}

function holds({ made }: Layer, options: ScreenOptions, facts: FileFacts): boolean {
  const [own, wanted] = [strokesOf(made, facts), strokesOf(options, facts)];
  return own === wanted || JSON.stringify(own) === JSON.stringify(wanted);
}

/** Stores the layer of a result. */
export function rememberLayer(facts: FileFacts, made: ScreenOptions, result: TaskResult): void {
  const { layer: about, layerUrl: address, engine } = result.meta ?? {};
  if (!about || typeof address !== 'string') return;
  const key = keyOf(facts, made);
  const before = known.get(key);
  if (before?.last.address === address) return;
  // A result from the same strokes and the same retouching has the same layer.
  if (before && !engine && holds(before.last, made, facts) && sameLook(before.last.made, made)) return;
  const picture = fetchPicture(address);
  // Drawing reports the same failure, and then the page waits for the server's result.
  picture.catch(() => undefined);
  const last: Layer = { address, about: about as PhotoLayer, picture, made };
  known.set(key, { last, found: strokesOf(made, facts) ? before?.found : last });
}

/** Returns the layer from which photos with these options are drawn, if there is one. */
export function findLayer(options: ScreenOptions, facts: FileFacts): Layer | undefined {
  const last = known.get(keyOf(facts, options))?.last;
  return last && holds(last, options, facts) ? last : undefined;
}

/** Returns the latest layer of this image and size, even if strokes were painted since. */
export const recallLayer = (options: ScreenOptions, facts: FileFacts): Layer | undefined =>
  known.get(keyOf(facts, options))?.last;

async function renderStrokes(
  ops: readonly MaskOp[] | undefined,
  { width, height }: PhotoLayer,
): Promise<Record<string, SideFile>> {
  const files: Record<string, SideFile> = {};
  for (const { id } of [keepLabel, eraseLabel])
    if (ops && markedShare(ops, width, height, id) > 0)
      files[`${id}Url`] = { name: `${id}.png`, blob: await renderMask(ops, width, height, id) };
  return files;
}

/** Returns the files for a run: the known matte, and the strokes that it does not contain yet. */
export async function sideFilesOf(options: ScreenOptions, facts: FileFacts): Promise<Record<string, SideFile>> {
  const key = keyOf(facts, options);
  const { found, last } = known.get(key) ?? {};
  if (!last) return {};
  const hasStrokes = holds(last, options, facts);
  const start = hasStrokes ? last : found;
  const strokes = hasStrokes ? {} : await renderStrokes(strokesOf(options, facts), last.about);
  if (!start) return strokes;
  try {
    start.matte ??= start.picture.then(drawAlpha).then(blob => ({ name: 'matte.png', blob }));
    return { matteUrl: await start.matte, ...strokes };
  } catch {
    // The result has expired: the network runs again.
    known.delete(key);
    return strokes;
  }
}
