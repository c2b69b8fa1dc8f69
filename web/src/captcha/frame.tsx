// The frame of both kinds of captcha: the picture's area, reserved while it loads, and the bar below it.
import { fill } from 'contract/words.ts';
import type { ReactNode } from 'react';
import { useWords } from 'ui/language.tsx';
import { Spinner } from 'ui/spinner.tsx';
import type { Phase } from './use-challenge.ts';
import { captchaWords } from './words.ts';

export const barLooks: Readonly<Record<Phase, string>> = {
  loading: 'border-line bg-sunken text-soft',
  idle: 'border-line bg-sunken text-soft',
  checking: 'border-line bg-sunken text-soft',
  passed: 'border-good bg-good-soft text-good',
  failed: 'border-bad bg-bad-soft text-bad',
  unavailable: 'border-line bg-sunken text-soft',
};

interface PicturePlaceProps {
  phase: Phase;
  message: string;
  /** Until another picture is given; 0 if it is now. */
  waitSeconds: number;
  children?: ReactNode;
}

/** 330x155 in a dialog; as wide as the fields in a form. */
export function PicturePlace({ phase, message, waitSeconds, children }: PicturePlaceProps) {
  const words = useWords(captchaWords);
  return (
    <div className="relative h-[155px] w-full overflow-hidden rounded-xl bg-sunken select-none in-[fieldset]:aspect-[2/1] in-[fieldset]:h-auto">
      {children}
      {phase === 'loading' && (
        <span className="absolute inset-0 grid place-items-center text-soft">
          <Spinner />
        </span>
      )}
      {phase === 'unavailable' && (
        <span className="absolute inset-0 grid place-content-center gap-1 p-6 text-center text-sm text-soft">
          {message}
          {waitSeconds > 0 && (
            <span data-wait className="text-base font-semibold text-ink tabular-nums">
              {fill(words.waits, { seconds: waitSeconds })}
            </span>
          )}
        </span>
      )}
    </div>
  );
}
