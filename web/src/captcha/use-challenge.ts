// A sequence of challenges: each is loaded, answered, and then passed, or failed and replaced.
import { type CaptchaChallenge, type CaptchaType, captchaCodes } from 'contract/routes/captcha.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useWords } from 'ui/language.tsx';
import { checkAnswer, getChallenge } from './calls.ts';
import { sealAnswer, sealVerification } from './seal-answer.ts';
import { captchaWords } from './words.ts';

/** Duration in milliseconds for which success is shown before the caller is notified. */
const passedMs = 1000;
/** Duration in milliseconds for which a failure is shown before the next picture. */
const failedMs: Readonly<Record<CaptchaType, number>> = { blockPuzzle: 1000, clickWord: 700 };

export type Phase = 'loading' | 'idle' | 'checking' | 'passed' | 'failed' | 'unavailable';

interface State {
  /** The kind of the challenge. */
  kind: CaptchaType | null;
  phase: Phase;
  challenge: CaptchaChallenge | null;
  /** The error message for the user. */
  message: string;
  verification: string;
  /** When the server gives another challenge; 0 if it does now. */
  waitsUntil: number;
}

const start: State = { kind: null, phase: 'loading', challenge: null, message: '', verification: '', waitsUntil: 0 };

export interface OpenChallenge extends Pick<State, 'phase' | 'challenge' | 'message' | 'waitsUntil'> {
  refresh: () => void;
  /** Sends the points on the reference picture, and the track of the pointer. */
  answer: (points: object, track?: readonly (readonly [number, number])[]) => Promise<void>;
}

/** A challenge with the seconds that it has to be waited for. */
export interface ShownChallenge extends OpenChallenge {
  readonly waitSeconds: number;
}

/** Replies that only state that the answer was wrong. */
const plainFailures: readonly string[] = [captchaCodes.wrong, captchaCodes.failed];

export function useChallenge(kind: CaptchaType, onPass: (verification: string) => void): OpenChallenge {
  const words = useWords(captchaWords);
  const [state, setState] = useState(start);
  const [round, setRound] = useState(0);
  const stopRef = useRef(new AbortController());
  const tellPass = useEffectEvent(onPass);
  const patch = (change: Partial<State>) => setState(current => ({ ...current, ...change }));
  const refresh = () => setRound(current => current + 1);

  const load = useEffectEvent(async (signal: AbortSignal) => {
    setState({ ...start, kind });
    const reply = await getChallenge(kind, signal);
    if (reply?.repCode === captchaCodes.success && reply.repData) patch({ phase: 'idle', challenge: reply.repData });
    else {
      const waitsUntil = reply?.retryAfterSeconds ? Date.now() + reply.retryAfterSeconds * 1000 : 0;
      patch({ phase: 'unavailable', message: reply ? (reply.repMsg ?? words.failed) : words.offline, waitsUntil });
    }
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each kind and each round needs a new picture.
  useEffect(() => {
    const stop = new AbortController();
    stopRef.current = stop;
    load(stop.signal).catch(error => {
      if (!stop.signal.aborted) throw error;
    });
    return () => stop.abort();
  }, [kind, round]);

  const { phase, verification } = state;
  useEffect(() => {
    if (phase === 'passed') {
      const timer = setTimeout(() => tellPass(verification), passedMs);
      return () => clearTimeout(timer);
    }
    if (phase === 'failed') {
      const timer = setTimeout(() => setRound(current => current + 1), failedMs[kind]);
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [phase, verification, kind]);

  async function answer(points: object, track?: readonly (readonly [number, number])[]): Promise<void> {
    const { challenge } = state;
    if (!challenge || phase !== 'idle') return;
    const { token, secretKey } = challenge;
    const { signal } = stopRef.current;
    patch({ phase: 'checking' });
    try {
      const pointJson = sealAnswer(points, secretKey);
      const reply = await checkAnswer({ captchaType: kind, token, pointJson, track }, signal);
      if (reply?.repCode === captchaCodes.success) {
        patch({ phase: 'passed', verification: sealVerification(token, points, secretKey) });
      } else {
        const isPlain = !reply || plainFailures.includes(reply.repCode);
        patch({ phase: 'failed', message: (!isPlain && reply.repMsg) || (reply ? words.failed : words.offline) });
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  // Right after switching the kind, the challenge still belongs to the previous kind.
  const { challenge, message, waitsUntil } = state.kind === kind ? state : start;
  return { phase: state.kind === kind ? phase : start.phase, challenge, message, waitsUntil, refresh, answer };
}
