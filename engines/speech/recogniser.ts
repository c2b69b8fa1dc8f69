// The interface of every engine that turns speech into text, one piece after another.
import type { SpeechEngine, SpeechLanguage, SpeechSegment } from 'contract/speech.ts';

export interface RecognisedPiece {
  /** Times from the beginning of the piece. */
  readonly segments: readonly SpeechSegment[];
  /** As the engine names it, such as "zh"; absent where it does not tell. */
  readonly language?: string;
}

export interface WantedPiece {
  /** A WAV file of 16 kHz and one channel. */
  readonly path: string;
  readonly seconds: number;
  readonly language: SpeechLanguage;
}

export interface Recogniser {
  readonly engine: SpeechEngine;
  /** Throws SPEECH_ENGINE_FAILED when the engine breaks down. */
  readonly recognise: (piece: WantedPiece) => Promise<RecognisedPiece>;
  readonly close: () => void;
}
