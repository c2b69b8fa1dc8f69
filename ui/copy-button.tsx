// Copies a text and confirms it; if the browser does not allow it, says what to do instead.
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';

const copiedMs = 2000;

interface CopyButtonProps {
  /** Asked for when it is copied. */
  readText: () => string;
  disabled?: boolean;
  /** Next to a more important button. */
  isSecondary?: boolean;
  words: { copy: string; copied: string; copyFailed: string };
}

export function CopyButton({ readText, disabled = false, isSecondary = false, words: t }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  async function copy() {
    try {
      await navigator.clipboard.writeText(readText());
      setState('copied');
      setTimeout(() => setState('idle'), copiedMs);
    } catch {
      // The clipboard is forbidden, or the page is not on https: the message names a way that works everywhere.
      setState('failed');
    }
  }
  return (
    <>
      <Button
        size="sm"
        variant={isSecondary ? 'secondary' : 'primary'}
        className="me-1 px-3!"
        icon={state === 'copied' ? <Check className="size-4" /> : <Copy className="size-4" />}
        disabled={disabled}
        onClick={copy}
      >
        {state === 'copied' ? t.copied : t.copy}
      </Button>
      <span role="status" className={state === 'failed' ? 'w-full text-xs text-warn' : 'sr-only'}>
        {state === 'copied' ? t.copied : state === 'failed' ? t.copyFailed : ''}
      </span>
    </>
  );
}
