// The text of a result as it was edited. It is kept with the options, so that it outlives a reload.
import type { SpeechSegment } from 'contract/speech.ts';
import type { FileFacts, TaskResult } from 'ui/tool-screen.ts';
import type { TextMeta, TranscribeOptions } from './contract.ts';

export interface ScreenOptions extends TranscribeOptions, Readonly<Record<string, unknown>> {
  /** Edited texts by file. */
  readonly texts?: Readonly<Record<string, EditedText>>;
}

interface EditedText {
  /** What it was made from: another recognition starts from its own text. */
  readonly of: string;
  readonly segments: readonly SpeechSegment[];
}

const fileKey = ({ name, bytes }: FileFacts): string => `${name} ${bytes ?? ''}`;

/** Names a recognition by what was asked for. */
const wishOf = ({ language, start, end }: ScreenOptions): string => `${language} ${start ?? ''} ${end ?? ''}`;

export const withText = (
  options: ScreenOptions,
  facts: FileFacts,
  segments: readonly SpeechSegment[],
): ScreenOptions['texts'] => ({ ...options.texts, [fileKey(facts)]: { of: wishOf(options), segments } });

export function editedText(options: ScreenOptions, facts: FileFacts): readonly SpeechSegment[] | undefined {
  const edited = options.texts?.[fileKey(facts)];
  return edited?.of === wishOf(options) ? edited.segments : undefined;
}

/** What the last result of a file told, for writing its text anew. */
const lastTold = new WeakMap<FileFacts, { readonly of: string; readonly meta: TextMeta }>();

export function rememberResult(options: ScreenOptions, facts: FileFacts, { meta }: TaskResult): void {
  // `meta` comes from this tool's run, which writes a TextMeta.
  lastTold.set(facts, { of: wishOf(options), meta: meta as TextMeta });
}

/** Whether two wishes ask for the same recognition, so that only the words differ. */
export const isSameWish = (a: ScreenOptions, b: ScreenOptions): boolean => wishOf(a) === wishOf(b);

/** The edited text and what is known of its recognition; undefined: there is nothing to write anew. */
export function writtenText(options: ScreenOptions, facts: FileFacts) {
  const segments = editedText(options, facts);
  const told = lastTold.get(facts);
  return segments && told?.of === wishOf(options) ? { segments, meta: told.meta } : undefined;
}
