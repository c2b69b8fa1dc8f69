// Copies a text and confirms it; if the browser refuses, explains what to do instead.

import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { copyText } from './clipboard.ts';

const copiedMs = 2000;

interface CopyButtonProps {
  /** Called when the button is pressed. */
  readText: () => string;
  disabled?: boolean;
  /** Secondary look, for a place next to a more important button. */
  isSecondary?: boolean;
  words: { copy: string; copied: string; copyFailed: string };
}

export function CopyButton({ readText, disabled = false, isSecondary = false, words: t }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  async function copy() {
    // The message of a failure names an alternative that always works.
    const isCopied = await copyText(readText());
    setState(isCopied ? 'copied' : 'failed');
    if (isCopied) setTimeout(() => setState('idle'), copiedMs);
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
