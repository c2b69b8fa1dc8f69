// The marks being designed on the page, and the call made of them.
import { type DraftMark, fieldsOf, firstMark, type PickedPicture } from 'ui/mark-options/draft-mark.ts';
import type { SideFiles } from 'ui/tool-screen.ts';
import type { MarkOptions } from './contract.ts';

export interface MarkDraft extends Pick<MarkOptions, 'format' | 'quality' | 'keepMetadata'> {
  /** The lowest first, never empty. */
  readonly marks: readonly DraftMark[];
}

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
