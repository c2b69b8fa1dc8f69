// The frame of both kinds of captcha: the picture's area, reserved while it loads, and the bar below it.
import type { ReactNode } from 'react';
import { Spinner } from 'ui/spinner.tsx';
import type { Phase } from './use-challenge.ts';

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
  children?: ReactNode;
}

/** 330x155 in a dialog; as wide as the fields in a form. */
export function PicturePlace({ phase, message, children }: PicturePlaceProps) {
  return (
    <div className="relative h-[155px] w-full overflow-hidden rounded-xl bg-sunken select-none in-[fieldset]:aspect-[2/1] in-[fieldset]:h-auto">
      {children}
      {phase === 'loading' && (
        <span className="absolute inset-0 grid place-items-center text-soft">
          <Spinner />
        </span>
      )}
      {phase === 'unavailable' && (
        <span className="absolute inset-0 grid place-items-center p-6 text-center text-sm text-soft">{message}</span>
      )}
    </div>
  );
}
