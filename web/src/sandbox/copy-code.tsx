// Copies a code and confirms it; if the browser does not allow it, explains what to do instead.

import { fill } from 'contract/words.ts';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { copyText } from 'ui/clipboard.ts';
import { useWords } from 'ui/language.tsx';
import { showToast } from '../notices.ts';
import { sandboxWords } from './words.ts';

const copiedMs = 2000;

export function CopyCode({ code }: { code: string }) {
  const words = useWords(sandboxWords);
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy(): Promise<void> {
    if (await copyText(code)) setIsCopied(true);
    else showToast(words.copyFailed, 'error');
  }
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={isCopied ? words.copied : fill(words.copyCode, { code })}
      icon={isCopied ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
      onClick={() => void copy()}
    >
      {isCopied ? words.copied : words.copy}
    </Button>
  );
}
