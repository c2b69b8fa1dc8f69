// The note before a run of a tool that uses the first frame of an animation alone.
import { warningWords } from 'contract/warnings.ts';
import type { Language } from 'contract/words.ts';
import type { FileFacts } from '../tool-screen.ts';

export function AnimationNote({ facts, language }: { facts: FileFacts | undefined; language: Language }) {
  if (!facts?.isAnimated) return null;
  return <p className="text-sm text-soft">{warningWords('first-frame-only', language).sentence}</p>;
}
