// The interface of all speech recognition engines, which transcribe one piece after another.
import type { SpeechEngine, SpeechLanguage, SpeechSegment } from 'contract/speech.ts';

export interface RecognisedPiece {
  /** Times relative to the start of the piece. */
  readonly segments: readonly SpeechSegment[];
  /** The engine's language code, such as "zh"; absent if it does not report one. */
  readonly language?: string;
}

export interface WantedPiece {
  /** A mono WAV file at 16 kHz. */
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
