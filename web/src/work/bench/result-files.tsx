// The files of a result with several files: each can be viewed and saved separately.
import { fill } from 'contract/words.ts';
import { Download, FileText, Music } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from 'ui/icon-button.tsx';
import { useWords } from 'ui/language.tsx';
import { formatBytes, formatDimensions } from 'ui/measures.ts';
import { useStrip } from 'ui/pick/use-strip.ts';
import type { AnyScreen, TaskResult } from 'ui/tool-screen.ts';
import { workWords } from '../../words/work.ts';
import { stillOf, type WorkItem } from '../items/item.ts';
import { saveShown } from './result-actions.ts';

interface ResultFilesProps {
  item: WorkItem;
  /** The result being shown; absent while the picture is being edited. */
  result: TaskResult | undefined;
  screen: AnyScreen;
  shown: number;
  onShow: (fileIndex: number) => void;
}

export function ResultFiles({ item, result, screen, shown, onShow }: ResultFilesProps) {
  const t = useWords(workWords);
  const files = result?.files ?? [];
  const strip = useRef<HTMLUListElement>(null);
  useStrip(strip, shown);
  if (files.length < 2) return null;
  return (
    <section aria-label={t.resultFiles} className="grid min-w-0 gap-2">
      <h2 className="text-sm font-medium text-soft tabular-nums">
        {fill(t.resultFilesCount, { count: files.length })}
      </h2>
      <ul ref={strip} className="flex snap-x gap-2 overflow-x-auto pb-2">
        {files.map((file, index) => (
          <li key={file.path} className="card relative w-40 shrink-0 snap-start overflow-hidden rounded-2xl">
            <button
              type="button"
              aria-pressed={index === shown}
              onClick={() => onShow(index)}
              className="grid w-full gap-1.5 p-2 text-start outline-offset-[-2px] aria-pressed:bg-accent-soft"
            >
              <span className="grid h-24 place-content-center overflow-hidden rounded-xl bg-sunken">
                {stillOf(file) ? (
                  <img src={stillOf(file) ?? undefined} alt="" loading="lazy" className="max-h-24 object-contain" />
                ) : (
                  <StandIn contentType={file.contentType} />
                )}
              </span>
              <span className="truncate text-xs font-medium" title={file.name}>
                {file.name}
              </span>
              {/* The button below is at the end of the last line. */}
              <span className="flex flex-wrap gap-x-2 pe-8 text-xs whitespace-nowrap text-soft tabular-nums">
                {file.width && file.height && <span>{formatDimensions(file.width, file.height)}</span>}
                <span>{formatBytes(file.size)}</span>
              </span>
            </button>
            <IconButton
              size="sm"
              className="absolute end-1 bottom-1"
              label={`${t.download} · ${file.name}`}
              title={t.download}
              icon={<Download className="size-4" />}
              onClick={() => void saveShown([item], screen, index)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function StandIn({ contentType }: { contentType: string }) {
  const Icon = contentType.startsWith('audio/') ? Music : FileText;
  return <Icon aria-hidden data-kind={contentType.split('/')[0]} className="size-7 text-soft" />;
}
