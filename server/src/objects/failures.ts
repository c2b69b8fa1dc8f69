// What could not be read of a stored file, remembered with the file: asked for again, it is refused at once instead of being tried again.
import { AppError, type ErrorCode, isErrorCode } from 'contract/errors.ts';
import type { ViewKind } from '../adapters/objects-names.ts';
import type { Parts } from '../parts.ts';
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

type Look = ViewKind | 'probe' | 'size';

type Asked = ViewKind | 'facts' | 'size';

/** Lasting refusals of the last seconds, in memory: a loop that asks for the same view again and again costs no query. */
const recent = new Map<string, { readonly error: AppError; readonly until: number }>();
const recentMs = 10_000;
const maxRecent = 10_000;
const nameOf = (key: string, asked: Asked) => `${asked} ${key}`;

/** Throws the refusal that this server gave for the same question a moment ago, if the file alone was the reason. */
export function requireNotRefused(key: string, asked: Asked): void {
  const found = recent.get(nameOf(key, asked));
  if (found && found.until > performance.now()) throw new AppError(found.error.code, found.error.details);
}

/** Remembers a refusal for `requireNotRefused`. */
export function noteRefusal(key: string, asked: Asked, error: unknown): void {
  if (!(error instanceof AppError) || !ofFile.includes(error.code)) return;
  const name = nameOf(key, asked);
  recent.delete(name);
  recent.set(name, { error, until: performance.now() + recentMs });
  // In the order of their end, because all are kept equally long.
  for (const [oldest, { until }] of recent) {
    if (recent.size <= maxRecent && until > performance.now()) return;
    recent.delete(oldest);
  }
}

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
