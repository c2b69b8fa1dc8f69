// The captcha inside a form. Once passed, it becomes a green line.
import { ShieldCheck } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useWords } from 'ui/language.tsx';
import { captchaWords } from './words.ts';

const Captcha = lazy(async () => ({ default: (await import('./captcha.tsx')).Captcha }));

export function FixedCaptcha({ onPass }: { onPass: (captchaVerification: string) => void }) {
  const words = useWords(captchaWords);
  const [hasPassed, setHasPassed] = useState(false);
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{words.title}</legend>
      <div>
        {hasPassed ? (
          <p className="flex h-10 w-full items-center justify-center gap-2 rounded-xl border border-good bg-good-soft text-sm font-medium text-good">
            <ShieldCheck aria-hidden className="size-4.5" />
            {words.passed}
          </p>
        ) : (
          // As tall as the captcha that replaces it: picture, bar and buttons.
          <Suspense
            fallback={
              <div aria-hidden>
                <div className="aspect-[2/1]" />
                <div className="h-24" />
              </div>
            }
          >
            <Captcha
              onPass={verification => {
                setHasPassed(true);
                onPass(verification);
              }}
            />
          </Suspense>
        )}
      </div>
    </fieldset>
  );
}
