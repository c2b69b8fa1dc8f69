// Edited texts of results, stored with the options, so that they survive a reload.
import type { SpeechSegment } from 'contract/speech.ts';
import { type FileFacts, isLocked, type TaskResult } from 'ui/tool-screen.ts';
import type { TextMeta, TranscribeOptions } from './contract.ts';

export interface ScreenOptions extends TranscribeOptions, Readonly<Record<string, unknown>> {
  /** Edited texts by file. */
  readonly texts?: Readonly<Record<string, EditedText>>;
}

interface EditedText {
  /** The recognition that it belongs to; another one starts with its own text. */
  readonly of: string;
  readonly segments: readonly SpeechSegment[];
}

const fileKey = ({ name, bytes }: FileFacts): string => `${name} ${bytes ?? ''}`;

/** Returns a key of a recognition by its options. */
const wishOf = ({ language, start, end }: ScreenOptions): string => `${language} ${start ?? ''} ${end ?? ''}`;

export const withText = (
  options: ScreenOptions,
  facts: FileFacts,
  segments: readonly SpeechSegment[],
): ScreenOptions['texts'] => ({ ...options.texts, [fileKey(facts)]: { of: wishOf(options), segments } });

function editedText(options: ScreenOptions, facts: FileFacts): readonly SpeechSegment[] | undefined {
  const edited = options.texts?.[fileKey(facts)];
  return edited?.of === wishOf(options) ? edited.segments : undefined;
}

/** Metadata of the latest result of a file, for writing its text again. */
const lastTold = new WeakMap<FileFacts, { readonly of: string; readonly meta: TextMeta }>();

export function rememberResult(options: ScreenOptions, facts: FileFacts, result: TaskResult): void {
  // A locked result contains only the start of its text, so files written from it would be incomplete.
  if (isLocked(result)) lastTold.delete(facts);
  // `meta` comes from this tool's run, which writes a TextMeta.
  else lastTold.set(facts, { of: wishOf(options), meta: result.meta as TextMeta });
}

/** Returns the lines to show: the start for a locked result, otherwise the edited text. */
export const shownLines = (options: ScreenOptions, facts: FileFacts, result: TaskResult): readonly SpeechSegment[] =>
  (isLocked(result) ? undefined : editedText(options, facts)) ?? result.segments ?? [];

/** Whether two sets of options ask for the same recognition, so that only the text may differ. */
export const isSameWish = (a: ScreenOptions, b: ScreenOptions): boolean => wishOf(a) === wishOf(b);

/** Returns the edited text and the metadata of its recognition; undefined if there is nothing to write again. */
export function writtenText(options: ScreenOptions, facts: FileFacts) {
  const segments = editedText(options, facts);
  const told = lastTold.get(facts);
  return segments && told?.of === wishOf(options) ? { segments, meta: told.meta } : undefined;
}

/** Returns a unique key for each line. Lines keep their times while they are edited, but several may have the same. */
export function keysOf(lines: readonly Pick<SpeechSegment, 'start' | 'end'>[]): string[] {
  const counts = new Map<string, number>();
  return lines.map(({ start, end }) => {
    const times = `${start} ${end}`;
    const count = counts.get(times) ?? 0;
    counts.set(times, count + 1);
    return `${times} ${count}`;
  });
}
