// A mark being designed on a page, and its conversion to the fields of a call.
import type { Asked } from 'contract/asks.ts';
import { markAsks } from 'contract/mark/asks.ts';
import type { OneMark } from 'contract/mark/options.ts';
import { anchorCentre, type Placed, type Shape, type Size, shorterEdge } from 'contract/mark/place.ts';

/** A picture chosen as the mark. */
export interface PickedPicture {
  /** Unique for every choice. */
  readonly id: string;
  readonly name: string;
  readonly blob: Blob;
}

type ByPerson = Omit<OneMark, 'font' | 'markContent' | 'markX' | 'markY' | 'markW' | 'markH'>;

/** One of the marks, with an id for the page. */
export interface DraftMark extends ByPerson {
  readonly id: string;
  readonly markContent: string;
  readonly image?: PickedPicture | undefined;
}

export const sizeLimits = {
  text: { min: 0.01, max: 0.6 },
  image: { min: 0.03, max: 1.5 },
} as const;

export const firstMark: DraftMark = {
  id: 'first',
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
};

/** Returns the text of a mark or the name of its picture; empty if it has neither. */
export const nameMark = ({ markType, markContent, image }: DraftMark): string =>
  markType === 'text' ? markContent.replace(/\s+/g, ' ').trim() : (image?.name ?? '');

/** Returns what is missing before the mark can be drawn. */
export function lackOf({
  markType,
  markContent,
  image,
}: DraftMark): 'MARK_MISSING' | 'MARK_PICTURE_MISSING' | undefined {
  if (markType === 'image') return image ? undefined : 'MARK_PICTURE_MISSING';
  return markContent.trim() === '' ? 'MARK_MISSING' : undefined;
}

/** Returns the mark with the options that a link sets. A position replaces the one that the mark was dragged to. */
export function applyAsked(mark: DraftMark, asked: Asked): DraftMark {
  const own = Object.fromEntries(Object.entries(asked).filter(([name]) => Object.hasOwn(markAsks, name)));
  return { ...mark, ...('position' in own && { offsetX: undefined, offsetY: undefined }), ...own };
}

const hold = (value: number, { min, max }: { min: number; max: number }) =>
  Math.min(max, Math.max(min, Math.round(value * 1e5) / 1e5));

/** Returns the size option that gives a mark of this shape the requested width. */
function sizeFor(type: DraftMark['markType'], picture: Size, shape: Shape, width: number): Partial<DraftMark> {
  const size = hold((width / shape.width) * (shape.unit / shorterEdge(picture)), sizeLimits[type]);
  return type === 'text' ? { fontSize: size } : { imageSize: size };
}

/** Returns the options that change when the mark is moved, resized or rotated from `before` to `after`. */
export function placeDraft(
  draft: DraftMark,
  picture: Size,
  shape: Shape,
  before: Placed,
  after: Placed,
): Partial<DraftMark> {
  const hasSize = Math.abs(after.width / before.width - 1) > 1e-4;
  return {
    ...anchorCentre(picture, after.centre),
    ...(hasSize && sizeFor(draft.markType, picture, shape, after.width)),
    rotate: Math.round(after.degrees * 100) / 100,
  };
}

const textOnly: readonly (keyof DraftMark)[] = [
  'markContent',
  'fontWeight',
  'align',
  'letterSpacing',
  'fontSize',
  'color',
  'outlineColor',
  'outlineWidth',
];
const imageOnly: readonly (keyof DraftMark)[] = ['imageSize'];

/** Returns the fields of the call; the picture is sent separately as a file. */
export function fieldsOf({ id: _, image: __, ...fields }: DraftMark): Readonly<Record<string, unknown>> {
  const without = fields.markType === 'text' ? imageOnly : textOnly;
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== undefined && !without.includes(name as keyof DraftMark)),
  );
}

/** The default text. */
export const signWithYear = (): string => `© ${new Date().getFullYear()}`;
