// Remedies for errors. A retry is offered only if the same file with the same options may succeed the next time.
import { toolRemedies } from 'virtual:remedies';
import type { ErrorCode } from 'contract/errors.ts';
import type { Remedies, Remedy } from 'contract/tool.ts';

const generalRemedies: Remedies = {
  FILE_TOO_LARGE: ['file'],
  FILE_ABOVE_KB: ['file'],
  FILE_EMPTY: ['file'],
  FILE_CORRUPT: ['file'],
  FILE_UNSUPPORTED: ['file'],
  // Too many pixels in the input or in the requested size.
  PIXELS_TOO_MANY: ['file', 'options'],
  CLIP_TOO_COMPLEX: ['file'],
  TYPE_UNSUPPORTED: ['file'],
  LINK_EMPTY: ['file'],
  LINK_BAD: ['file'],
  LINK_REFUSED: ['file'],
  LINKS_TOO_MANY: ['file'],
  MEMORY_EXCEEDED: ['file', 'options'],
  // The linked server may have been down, or this server busy.
  LINK_UNREACHABLE: ['retry', 'file'],
  DEADLINE: ['retry', 'file'],
  BAD_REQUEST: ['options'],
  // A shorter part can be tried.
  TRIAL_TOO_LONG: ['options', 'file'],
  TRIAL_TOO_LARGE: ['file'],
  UPLOAD_REPLACED: ['file'],
  PLAYLIST_TOO_LONG: ['file'],
  PLAYLIST_UPLOADED: ['file'],
  BODY_TOO_LARGE: ['options'],
  SIDE_TOO_LONG: ['options', 'file'],
  RESULT_TOO_LARGE: ['options', 'file'],
  TARGET_SIZE_IMPOSSIBLE: ['options'],
};

/** Remedies by code, including those in the tools' contracts. Other codes do not depend on the input, so a retry may help. */
export const remedies: Remedies = { ...generalRemedies, ...toolRemedies };

/** The part of a failed item that determines its remedies. */
interface Failed {
  readonly problem?: { readonly error: string };
  readonly inputs?: readonly { readonly upload: string }[];
  readonly hasSideFiles?: boolean;
  readonly siblings?: { readonly kind: 'join' | 'others'; readonly ids: readonly string[] };
}

export function remediesOf({ problem, inputs, hasSideFiles, siblings }: Failed): readonly Remedy[] {
  // The page has additional error names, such as OFFLINE; these failures may be temporary.
  const found = remedies[problem?.error as ErrorCode] ?? ['retry'];
  // Options play no role in an upload.
  if (inputs?.some(input => input.upload === 'failed')) return found.includes('options') ? ['file', 'retry'] : found;
  // Any of the sibling files may be the cause, and the list may have changed since, so the first file must not be blamed for another.
  const isOneOfMany = siblings !== undefined && siblings.ids.length > 1;
  if (isOneOfMany && !found.includes('retry'))
    return [...found.filter(remedy => remedy !== 'file' || siblings.kind === 'others'), 'retry'];
  return hasSideFiles && found.length === 1 && found[0] === 'file' ? ['file', 'options'] : found;
}

const moneyRefusals: readonly string[] = [
  'TRIAL_USED_UP',
  'TRIAL_TOO_LONG',
  'TRIAL_TOO_LARGE',
  'MEMBERSHIP_EXPIRED',
  'USES_MISSING',
  'COINS_MISSING',
] satisfies ErrorCode[];

export const isRefusedForMoney = ({ problem }: Failed): boolean =>
  problem !== undefined && moneyRefusals.includes(problem.error);
