// The mark being designed on the page, and the call made of it.
import type { Shape } from 'contract/mark/place.ts';
import { anchorCentre, type Placed, type Size, shorterEdge } from 'contract/mark/place.ts';
import type { MarkOptions } from './contract.ts';

/** A picture chosen as the mark. */
export interface PickedPicture {
  /** A new id for every choice. */
  readonly id: string;
  readonly name: string;
  readonly blob: Blob;
}

type ByPerson = Omit<MarkOptions, 'font' | 'markContent' | 'markX' | 'markY' | 'markW' | 'markH'>;

export interface MarkDraft extends ByPerson {
  readonly markContent: string;
  readonly image?: PickedPicture | undefined;
}

export const sizeLimits = {
  text: { least: 0.01, most: 0.6 },
  image: { least: 0.03, most: 1.5 },
} as const;

export const firstDraft: MarkDraft = {
  markType: 'text',
  markContent: '',
  fontWeight: 700,
  align: 'center',
  letterSpacing: 0,
  position: 'bottom-right',
  margin: 0.04,
  fontSize: 0.07,
  imageSize: 0.3,
  rotate: 0,
  tile: false,
  tileGap: 0.1,
  color: '#ffffff',
  opacity: 0.75,
  outlineWidth: 0,
  outlineColor: '#000000',
  shadow: 0.35,
  shadowColor: '#000000',
  shadowBlur: 0.06,
  shadowDistance: 0.03,
  format: 'same',
  quality: 92,
  keepMetadata: true,
};

const hold = (value: number, { least, most }: { least: number; most: number }) =>
  Math.min(most, Math.max(least, Math.round(value * 1e5) / 1e5));

/** The size option that gives a mark of this shape this width. */
function sizeFor(type: MarkDraft['markType'], picture: Size, shape: Shape, width: number): Partial<MarkDraft> {
  const size = hold((width / shape.width) * (shape.unit / shorterEdge(picture)), sizeLimits[type]);
  return type === 'text' ? { fontSize: size } : { imageSize: size };
}

/** The options that change when the mark is dragged, resized or rotated from `before` to `after`. */
export function placeDraft(
  draft: MarkDraft,
  picture: Size,
  shape: Shape,
  before: Placed,
  after: Placed,
): Partial<MarkDraft> {
  const hasSize = Math.abs(after.width / before.width - 1) > 1e-4;
  return {
    ...anchorCentre(picture, after.centre),
    ...(hasSize && sizeFor(draft.markType, picture, shape, after.width)),
    rotate: Math.round(after.degrees * 100) / 100,
  };
}

const textOnly: readonly (keyof MarkDraft)[] = [
  'markContent',
  'fontWeight',
  'align',
  'letterSpacing',
  'fontSize',
  'color',
  'outlineColor',
  'outlineWidth',
];
const imageOnly: readonly (keyof MarkDraft)[] = ['imageSize'];

/** The fields of the call; the picture itself goes along as a file. */
export function payloadOf(draft: MarkDraft): Readonly<Record<string, unknown>> {
  const { image, ...fields } = draft;
  const without = draft.markType === 'text' ? imageOnly : textOnly;
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== undefined && !without.includes(name as keyof MarkDraft)),
  );
}
