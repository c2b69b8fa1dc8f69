// A note on servers without real text messages, which explains where to find the codes.
import { useWords } from 'ui/language.tsx';
import { settings } from '../settings.ts';
import { loginWords } from './words.ts';

export function SandboxNote() {
  const words = useWords(loginWords);
  if (!settings.sandbox) return null;
  return (
    <p className="text-[0.8125rem] text-soft">
      {words.sandbox} {/* Opens next to this page, so that a half-filled form is kept. */}
      <a href="/#/sandbox" target="_blank" rel="noreferrer" className="text-accent-ink underline">
        {words.openSandbox}
      </a>
    </p>
  );
}
