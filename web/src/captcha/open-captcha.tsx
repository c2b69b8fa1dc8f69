// The captcha as a dialog over the page that requested it.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useWords } from 'ui/language.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';
import { Captcha } from './captcha.tsx';
import { captchaWords } from './words.ts';

/** Success is reported after a second, and the dialog closes half a second later. */
const closeMs = 500;

interface OpenCaptchaProps {
  onClose: () => void;
  onPass: (captchaVerification: string) => void;
}

export function OpenCaptcha({ onClose, onPass }: OpenCaptchaProps) {
  const words = useWords(captchaWords);
  const [hasPassed, setHasPassed] = useState(false);
  const contentRef = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => contentRef.current?.querySelector<HTMLElement>('[role=slider]')?.focus(), []);
  useEffect(() => {
    if (!hasPassed) return;
    const timer = setTimeout(() => close(), closeMs);
    return () => clearTimeout(timer);
  }, [hasPassed]);
  return (
    <Dialog isOpen title={words.title} closeLabel={words.close} onClose={onClose}>
      <div ref={contentRef} className="-mx-3 grid justify-items-center *:max-w-[330px]">
        <Captcha
          onPass={verification => {
            setHasPassed(true);
            onPass(verification);
          }}
        />
      </div>
    </Dialog>
  );
}
