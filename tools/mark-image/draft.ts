// The marks being designed on the page, and the call made of them.
import type { Shape } from 'contract/mark/place.ts';
import { anchorCentre, type Placed, type Size, shorterEdge } from 'contract/mark/place.ts';
import type { SideFiles } from 'ui/tool-screen.ts';
import type { MarkOptions, OneMark } from './contract.ts';

/** A picture chosen as the mark. */
export interface PickedPicture {
  /** A new id for every choice. */
  readonly id: string;
  readonly name: string;
  readonly blob: Blob;
}

type ByPerson = Omit<OneMark, 'font' | 'markContent' | 'markX' | 'markY' | 'markW' | 'markH'>;

/** One of the marks, with an id of the page. */
export interface DraftMark extends ByPerson {
  readonly id: string;
  readonly markContent: string;
  readonly image?: PickedPicture | undefined;
}

export interface MarkDraft extends Pick<MarkOptions, 'format' | 'quality' | 'keepMetadata'> {
  /** The lowest first, never empty. */
  readonly marks: readonly DraftMark[];
}

export const sizeLimits = {
  text: { least: 0.01, most: 0.6 },
  image: { least: 0.03, most: 1.5 },
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

/** The text of a fresh visit, until a person writes another one. */
export const signWithYear = (): string => `© ${new Date().getFullYear()}`;

export const firstDraft: MarkDraft = { marks: [firstMark], format: 'same', quality: 92, keepMetadata: true };

/** Where a further mark begins, so that it does not lie on the one before. */
const freePositions = ['bottom-right', 'top-left', 'bottom-left', 'top-right', 'center'] as const;

/** The draft with another mark on top, and its id. */
export function addMark(draft: MarkDraft, mark: Partial<DraftMark>): { draft: MarkDraft; id: string } {
  const id = crypto.randomUUID();
  const taken = draft.marks.filter(one => one.offsetX === undefined).map(one => one.position);
  const position = freePositions.find(one => !taken.includes(one)) ?? 'center';
  return { id, draft: { ...draft, marks: [...draft.marks, { ...firstMark, position, ...mark, id }] } };
}

export const changeMark = (marks: readonly DraftMark[], id: string, patch: Partial<DraftMark>): readonly DraftMark[] =>
  marks.map(mark => (mark.id === id ? { ...mark, ...patch } : mark));

/** The marks with one of them a layer higher or lower. */
export function moveMark(marks: readonly DraftMark[], id: string, step: 1 | -1): readonly DraftMark[] {
  const from = marks.findIndex(mark => mark.id === id);
  const to = from + step;
  if (from < 0 || to < 0 || to >= marks.length) return marks;
  const next = [...marks];
  [next[from], next[to]] = [next[to]!, next[from]!];
  return next;
}

/** What a mark says, or the name of its picture; empty while it has neither. */
export const nameMark = ({ markType, markContent, image }: DraftMark): string =>
  markType === 'text' ? markContent.replace(/\s+/g, ' ').trim() : (image?.name ?? '');

/** What a mark lacks before it can be drawn. */
export function lackOf({
  markType,
  markContent,
  image,
}: DraftMark): 'MARK_MISSING' | 'MARK_PICTURE_MISSING' | undefined {
  if (markType === 'image') return image ? undefined : 'MARK_PICTURE_MISSING';
  return markContent.trim() === '' ? 'MARK_MISSING' : undefined;
}

const hold = (value: number, { least, most }: { least: number; most: number }) =>
  Math.min(most, Math.max(least, Math.round(value * 1e5) / 1e5));

/** The size option that gives a mark of this shape this width. */
function sizeFor(type: DraftMark['markType'], picture: Size, shape: Shape, width: number): Partial<DraftMark> {
  const size = hold((width / shape.width) * (shape.unit / shorterEdge(picture)), sizeLimits[type]);
  return type === 'text' ? { fontSize: size } : { imageSize: size };
}

/** The options that change when the mark is dragged, resized or rotated from `before` to `after`. */
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

function fieldsOf({ id: _, image: __, ...fields }: DraftMark): Readonly<Record<string, unknown>> {
  const without = fields.markType === 'text' ? imageOnly : textOnly;
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== undefined && !without.includes(name as keyof DraftMark)),
  );
}

/** Pictures of the marks above the lowest, whose own one goes by itself. */
const furtherPictures = ({ marks }: MarkDraft): PickedPicture[] =>
  marks.slice(1).flatMap(({ markType, image }) => (markType === 'image' && image ? [image] : []));

/** The fields of the call; the pictures go along as files. */
export function payloadOf(draft: MarkDraft): Readonly<Record<string, unknown>> {
  const { marks, format, quality, keepMetadata } = draft;
  const pictures = furtherPictures(draft);
  const more = marks.slice(1).map(mark => ({
    ...fieldsOf(mark),
    ...(mark.markType === 'image' && mark.image && { picture: pictures.indexOf(mark.image) }),
  }));
  return { ...fieldsOf(marks[0] ?? firstMark), ...(more.length > 0 && { more }), format, quality, keepMetadata };
}

/** The pictures that go along, by the field of the call. */
export function filesOf(draft: MarkDraft): SideFiles {
  const [lowest] = draft.marks;
  const file = ({ name, blob }: PickedPicture) => ({ name, blob });
  const pictures = furtherPictures(draft);
  return {
    ...(lowest?.markType === 'image' && lowest.image && { markUrl: file(lowest.image) }),
    ...(pictures.length > 0 && { markUrls: pictures.map(file) }),
  };
}
