// What helps after a refusal. Trying again only where the same file with the same options may pass the next time.
import type { ErrorCode } from 'contract/errors.ts';

/** file: another file; options: other options; picture: what is painted or put on the picture; retry: the same once more. */
export type Remedy = 'file' | 'options' | 'picture' | 'retry';

/** The best one first. Codes that are missing here are not caused by the person's choices, so a retry may help. */
export const remedies: Readonly<Partial<Record<ErrorCode, readonly Remedy[]>>> = {
  FILE_TOO_LARGE: ['file'],
  FILE_CORRUPT: ['file'],
  // Too many pixels in the input, or in the requested size.
  PIXELS_TOO_MANY: ['file', 'options'],
  TYPE_UNSUPPORTED: ['file'],
  LINK_EMPTY: ['file'],
  LINK_BAD: ['file'],
  LINK_REFUSED: ['file'],
  NOT_ANIMATED: ['file'],
  ALREADY_LARGE: ['file'],
  PERSON_NOT_FOUND: ['file'],
  FACE_NOT_FOUND: ['file'],
  FACES_TOO_MANY: ['file'],
  FACE_CUT_OFF: ['file'],
  FACE_TOO_SMALL: ['file'],
  SUBJECT_NOT_FOUND: ['file', 'picture'],
  MEMORY_EXCEEDED: ['file', 'options'],
  // The server may have been away, or this machine busy.
  LINK_UNREACHABLE: ['retry', 'file'],
  DEADLINE: ['retry', 'file'],
  BAD_REQUEST: ['options'],
  BODY_TOO_LARGE: ['options'],
  SIZES_MISSING: ['options'],
  SIZES_TOO_MANY: ['options'],
  SIDE_TOO_LONG: ['options', 'file'],
  FRAMES_TOO_MANY: ['options', 'file'],
  TARGET_SIZE_IMPOSSIBLE: ['options'],
  TRANSPARENCY_UNSUPPORTED: ['options'],
  KB_RANGE_EMPTY: ['options'],
  ENLARGED_TOO_LARGE: ['options'],
  MARK_PICTURE_MISSING: ['options'],
  MARK_SIGNS_MISSING: ['options'],
  MARK_MISSING: ['options'],
  MARK_ONLY_ONE: ['options'],
  MASK_EMPTY: ['picture'],
  MASK_COVERS_ALL: ['picture'],
};

/** The part of a failed item that decides its remedies. */
interface Failed {
  readonly problem?: { readonly error: string };
  readonly inputs?: readonly { readonly upload: string }[];
  readonly hasSideFiles?: boolean;
  readonly siblings?: { readonly kind: 'join' | 'others'; readonly ids: readonly string[] };
}

export function remediesOf({ problem, inputs, hasSideFiles, siblings }: Failed): readonly Remedy[] {
  // The page has names of its own besides the codes, such as OFFLINE; these failures may pass.
  const found = remedies[problem?.error as ErrorCode] ?? ['retry'];
  // Options play no role in an upload.
  if (inputs?.some(input => input.upload === 'failed')) return found.includes('options') ? ['file', 'retry'] : found;
  // Any of the sibling files may be the cause, and the list may have changed since, so the first file must not be blamed for another.
  const isOneOfMany = siblings !== undefined && siblings.ids.length > 1;
  if (isOneOfMany && !found.includes('retry'))
    return [...found.filter(remedy => remedy !== 'file' || siblings.kind === 'others'), 'retry'];
  return hasSideFiles && found.length === 1 && found[0] === 'file' ? ['file', 'options'] : found;
}
