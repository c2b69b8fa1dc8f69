// Puts a text on the clipboard, and says whether that worked.
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'ui/button.tsx';

const copiedMs = 2000;

interface CopyButtonProps {
  text: string;
  words: { copy: string; copied: string; copyFailed: string };
}

export function CopyButton({ text, words: t }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
      setTimeout(() => setState('idle'), copiedMs);
    } catch {
      // Not allowed, or not over https: the person is told what works everywhere.
      setState('failed');
    }
  }
  return (
    <>
      <Button
        size="sm"
        icon={state === 'copied' ? <Check className="size-4" /> : <Copy className="size-4" />}
        disabled={!text}
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
