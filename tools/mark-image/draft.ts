// The marks designed on the page, and the payload built from them.
import { type DraftMark, fieldsOf, firstMark, type PickedPicture } from 'ui/mark-options/draft-mark.ts';
import { makeId } from 'ui/random-id.ts';
import type { SideFiles } from 'ui/tool-screen.ts';
import type { MarkOptions } from './contract.ts';

export interface MarkDraft extends Pick<MarkOptions, 'format' | 'quality' | 'keepMetadata'> {
  /** From bottom to top, never empty. */
  readonly marks: readonly DraftMark[];
}

/** White would be lost on a bright picture. */
export const newMark: DraftMark = { ...firstMark, color: 'auto' };

export const firstDraft: MarkDraft = { marks: [newMark], format: 'same', quality: 92, keepMetadata: true };

/** Initial positions of further marks, so that they do not cover existing ones. */
const freePositions = ['bottom-right', 'top-left', 'bottom-left', 'top-right', 'center'] as const;

/** Adds another mark on top; returns the draft and the mark's id. */
export function addMark(draft: MarkDraft, mark: Partial<DraftMark>): { draft: MarkDraft; id: string } {
  const id = makeId();
  const taken = draft.marks.filter(one => one.offsetX === undefined).map(one => one.position);
  const position = freePositions.find(one => !taken.includes(one)) ?? 'center';
  return { id, draft: { ...draft, marks: [...draft.marks, { ...newMark, position, ...mark, id }] } };
}

export const changeMark = (marks: readonly DraftMark[], id: string, patch: Partial<DraftMark>): readonly DraftMark[] =>
  marks.map(mark => (mark.id === id ? { ...mark, ...patch } : mark));

/** Moves one mark a layer up or down. */
export function moveMark(marks: readonly DraftMark[], id: string, step: 1 | -1): readonly DraftMark[] {
  const from = marks.findIndex(mark => mark.id === id);
  const to = from + step;
  if (from < 0 || to < 0 || to >= marks.length) return marks;
  const next = [...marks];
  [next[from], next[to]] = [next[to]!, next[from]!];
  return next;
}

/** Returns the images of all marks but the lowest, whose image has its own field. */
const furtherPictures = ({ marks }: MarkDraft): PickedPicture[] =>
  marks.slice(1).flatMap(({ markType, image }) => (markType === 'image' && image ? [image] : []));

/** Returns the fields of the call; images are sent as files. */
export function payloadOf(draft: MarkDraft): Readonly<Record<string, unknown>> {
  const { marks, format, quality, keepMetadata } = draft;
  const pictures = furtherPictures(draft);
  const more = marks.slice(1).map(mark => ({
    ...fieldsOf(mark),
    ...(mark.markType === 'image' && mark.image && { picture: pictures.indexOf(mark.image) }),
  }));
  return { ...fieldsOf(marks[0] ?? firstMark), ...(more.length > 0 && { more }), format, quality, keepMetadata };
}

/** Returns the images to send, by field of the call. */
export function filesOf(draft: MarkDraft): SideFiles {
  const [lowest] = draft.marks;
  const file = ({ name, blob }: PickedPicture) => ({ name, blob });
  const pictures = furtherPictures(draft);
  return {
    ...(lowest?.markType === 'image' && lowest.image && { markUrl: file(lowest.image) }),
    ...(pictures.length > 0 && { markUrls: pictures.map(file) }),
  };
}
