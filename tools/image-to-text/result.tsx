// The result of reading: the picture and its text side by side, on phones one above the other.
import { fill } from 'contract/words.ts';
import { Check, Copy, Download, SearchX } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from 'ui/button.tsx';
import type { ResultProps } from 'ui/tool-screen.ts';
import type { ReadOptions } from './contract.ts';
import { PicturePane } from './picture-pane.tsx';
import { readResult } from './reading.ts';
import { TextPane } from './text-pane.tsx';
import { words } from './words.ts';

const copiedMs = 2000;

interface CopyButtonProps {
  text: string;
  words: { copy: string; copied: string; copyFailed: string };
}

function CopyButton({ text, words: t }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
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

type Words = (typeof words)['zh'];

function Tools({
  result,
  download,
  t,
  text,
}: Pick<ResultProps<ReadOptions>, 'result' | 'download'> & { t: Words; text: string }) {
  return (
    <div className="flex flex-wrap items-center gap-1.5 border-b border-line p-2.5">
      <CopyButton text={text} words={t} />
      {result.files.map((file, index) => {
        const kind = file.name.slice(file.name.lastIndexOf('.') + 1).toUpperCase();
        return (
          <Button
            key={file.path}
            size="sm"
            variant="secondary"
            aria-label={fill(t.download, { kind })}
            icon={<Download className="size-3.5" />}
            className="px-2.5!"
            onClick={() => download(index)}
          >
            {kind}
          </Button>
        );
      })}
    </div>
  );
}

function Nothing({ t }: { t: Words }) {
  return (
    <div className="grid flex-1 place-content-center justify-items-center gap-2 p-6 text-center">
      <SearchX aria-hidden className="size-8 text-soft" />
      <p className="font-semibold">{t.nothingFound}</p>
      <p className="max-w-xs text-sm text-soft text-balance">{t.nothingHint}</p>
    </div>
  );
}

export function Result({ result, before, language, download }: ResultProps<ReadOptions>) {
  const t = words[language];
  const reading = useMemo(() => readResult(result), [result]);
  const [pointed, setPointed] = useState<number>();
  const [chosen, setChosen] = useState<{ index: number; by: 'picture' | 'text' }>();
  const active = pointed ?? chosen?.index;
  return (
    <div className="grid size-full max-lg:grid-rows-[minmax(0,2fr)_minmax(0,3fr)] lg:grid-cols-[minmax(0,1fr)_minmax(17rem,44%)]">
      <PicturePane
        reading={reading}
        address={before}
        active={active}
        isCalled={chosen?.by === 'text'}
        onPoint={setPointed}
        onChoose={index => setChosen({ index, by: 'picture' })}
        words={t}
      />
      <div className="flex min-h-0 min-w-0 flex-col border-line max-lg:border-t lg:border-s">
        <Tools result={result} download={download} t={t} text={reading.text} />
        {reading.lines.length === 0 ? (
          <Nothing t={t} />
        ) : (
          <TextPane
            reading={reading}
            active={active}
            isCalled={chosen?.by === 'picture'}
            onPoint={setPointed}
            onChoose={index => setChosen({ index, by: 'text' })}
            words={t}
          />
        )}
        {reading.lines.some(({ isUnsure }) => isUnsure) && (
          <p className="border-t border-line px-4 py-2 text-xs text-soft">{t.unsure}</p>
        )}
      </div>
    </div>
  );
}
