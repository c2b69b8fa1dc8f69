// Joins segments into paragraphs: a new one starts after a pause, or after a sentence once it is long.
import type { SpeechSegment } from 'contract/speech.ts';

interface SpokenParagraph {
  readonly start: number;
  readonly text: string;
}

const pauseSeconds = 2;
/** Characters from which the end of a sentence ends a paragraph, and from which any segment does. */
const longEnough = 320;
const tooLong = 700;
const sentenceEnd = /[.!?。！？…]["'”’」』）)]?$/u;
const chinese = /[\u3400-\u9fff\u3000-\u303f\uff00-\uffef]/u;

/** There is no space between Chinese characters. */
const join = (before: string, after: string) =>
  chinese.test(before.at(-1) ?? '') || chinese.test(after[0] ?? '') ? before + after : `${before} ${after}`;

export function joinParagraphs(segments: readonly SpeechSegment[]): SpokenParagraph[] {
  const paragraphs: SpokenParagraph[] = [];
  let before: SpeechSegment | undefined;
  for (const segment of segments) {
    const text = segment.text.replace(/(?<!\s)\s*\n\s*/g, ' ').trim();
    if (text === '') continue;
    const last = paragraphs.at(-1);
    const isOver =
      !last ||
      !before ||
      segment.start - before.end > pauseSeconds ||
      last.text.length > tooLong ||
      (last.text.length > longEnough && sentenceEnd.test(last.text));
    if (isOver) paragraphs.push({ start: segment.start, text });
    else paragraphs[paragraphs.length - 1] = { start: last.start, text: join(last.text, text) };
    before = segment;
  }
  return paragraphs;
}
