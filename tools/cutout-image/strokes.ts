// The strokes that correct the matte, by picture.
import type { MaskOp } from 'ui/mask-painter/ops.ts';
import { markedShare, renderMask } from 'ui/mask-painter/render-mask.ts';
import type { FileFacts } from 'ui/tool-screen.ts';

export const keepLabel = { id: 'keep', color: '#1fbf6b' } as const;
export const eraseLabel = { id: 'erase', color: '#ff3b4e' } as const;

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface PictureStrokes extends Size {
  readonly ops: readonly MaskOp[];
}

export type AllStrokes = Readonly<Record<string, PictureStrokes>>;

/** Identifies a picture within a batch. */
export const fileKey = ({ name, bytes }: FileFacts): string => `${name} ${bytes ?? ''}`;

export const strokesOf = (strokes: AllStrokes, facts: FileFacts): PictureStrokes | undefined => strokes[fileKey(facts)];

/** `size` is that of the picture on which the strokes were painted. */
export function withStrokes(strokes: AllStrokes, facts: FileFacts, size: Size, ops: readonly MaskOp[]): AllStrokes {
  const { [fileKey(facts)]: _, ...others } = strokes;
  return ops.length > 0 ? { ...others, [fileKey(facts)]: { width: size.width, height: size.height, ops } } : others;
}

/** Renders the masks, white on black; a mask without strokes is absent. */
export async function renderStrokes(strokes: AllStrokes, facts: FileFacts): Promise<{ keep?: Blob; erase?: Blob }> {
  const painted = strokesOf(strokes, facts);
  if (!painted) return {};
  const { ops, width, height } = painted;
  const render = async (label: string) =>
    markedShare(ops, width, height, label) > 0 ? renderMask(ops, width, height, label) : undefined;
  const [keep, erase] = [await render(keepLabel.id), await render(eraseLabel.id)];
  return { ...(keep && { keep }), ...(erase && { erase }) };
}
