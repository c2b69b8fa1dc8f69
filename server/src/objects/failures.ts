// What could not be read of a stored file, remembered with the file: asked for again, it is refused at once instead of being tried again.
import { AppError, type ErrorCode, isErrorCode } from 'contract/errors.ts';
import type { Parts } from '../parts.ts';
import type { ViewKind } from './names.ts';
import { type ObjectRow, setFailure } from './store.ts';

/** Refusals that depend on the file alone: another try ends in the same way. */
const ofFile: readonly ErrorCode[] = [
  'FILE_CORRUPT',
  'CLIP_WITHOUT_PICTURE',
  'CLIP_WITHOUT_SOUND',
  'CLIP_TOO_COMPLEX',
  'PIXELS_TOO_MANY',
  'TYPE_UNSUPPORTED',
  'RESULT_TOO_LARGE',
];
/** Refusals that a busy machine may have caused as well. */
const ofMoment: readonly ErrorCode[] = ['DEADLINE', 'MEMORY_EXCEEDED', 'UNEXPECTED'];
const momentMs = 10 * 60_000;

type Look = ViewKind | 'probe';

/** The remembered refusal of a look at a file; undefined if it may be tried. */
export function findFailure({ now }: Pick<Parts, 'now'>, { failures }: ObjectRow, look: Look): AppError | undefined {
  const known = failures?.[look];
  if (!known || !isErrorCode(known.error)) return undefined;
  if (known.until !== null && known.until <= now().getTime()) return undefined;
  return new AppError(known.error, known.details);
}

/** Remembers why a look at a file was refused, if that is likely to happen again. */
export async function noteFailure(
  { forgetful, now }: Pick<Parts, 'forgetful' | 'now'>,
  key: string,
  look: Look,
  error: unknown,
): Promise<void> {
  if (!(error instanceof AppError)) return;
  const isLasting = ofFile.includes(error.code);
  if (!isLasting && !ofMoment.includes(error.code)) return;
  const until = isLasting ? null : now().getTime() + momentMs;
  await setFailure(forgetful, key, look, { error: error.code, details: error.details, until });
}
