// A tool before the first file: ways to drop, pick, paste or link one, the accepted types, and samples to try.

import { media } from 'contract/media.ts';
import type { CatalogueTool } from 'contract/tool.ts';
import { fill } from 'contract/words.ts';
import { Clapperboard, FolderOpen, ImagePlus, Link2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'ui/button.tsx';
import { DropZone } from 'ui/files/drop-zone.tsx';
import { useWords } from 'ui/language.tsx';
import { Spinner } from 'ui/spinner.tsx';
import { settings } from '../../settings.ts';
import { mainInputOf, mostFilesOf } from '../items/tool-inputs.ts';
import { takeFilesSoon } from './intake-soon.ts';
import { LinkField } from './link-field.tsx';
import { Samples } from './samples.tsx';
import { workWords } from './words.ts';

interface EmptyBenchProps {
  tool: CatalogueTool;
  accept: string;
  isChecking: boolean;
}

export function EmptyBench({ tool, accept, isChecking }: EmptyBenchProps) {
  const t = useWords(workWords);
  const [isLinkOpen, setIsLinkOpen] = useState(false);
  const rule = tool.calls[0]?.inputs.some(input => input.required) ? mainInputOf(tool) : undefined;
  const isClipTool = tool.category === 'video';
  // Keeps a line from starting with a separator.
  const types = rule?.accept.map(type => media[type].extensions[0]?.toUpperCase()).join('\u00a0/ ');
  const maxMb = Math.floor((rule?.maxBytes ?? 0) / 1024 / 1024);
  const Plus = isClipTool ? Clapperboard : ImagePlus;
  return (
    <div className="grid gap-8">
      <DropZone label={t.dropLabel} accept={accept} takesWholePage onFiles={files => takeFilesSoon(files, tool.name)}>
        {({ pickFiles, pickFolder, isOver }) => (
          <div className="grid min-h-[clamp(20rem,52svh,34rem)] place-content-center justify-items-center gap-5 px-5 py-10 text-center">
            <span
              aria-hidden
              className="grid size-20 place-items-center rounded-[1.75rem] bg-accent-soft text-accent-ink"
            >
              {isChecking ? <Spinner className="size-8" /> : <Plus className="size-9" strokeWidth={1.75} />}
            </span>
            <div className="grid gap-1.5">
              <p className="text-2xl font-bold text-balance">
                {isChecking ? (
                  t.checking
                ) : isOver ? (
                  t.dropNow
                ) : (
                  <>
                    <span className="max-sm:hidden">{t.dropTitle}</span>
                    <span className="sm:hidden">{isClipTool ? t.pickTitleClip : t.pickTitle}</span>
                  </>
                )}
              </p>
              <p className="text-sm text-soft max-sm:hidden">{t.pasteHint}</p>
            </div>
            <div className="flex flex-wrap justify-center gap-3">
              <Button size="lg" onClick={pickFiles}>
                {t.pickFiles}
              </Button>
              <Button
                size="lg"
                variant="secondary"
                className="max-sm:hidden"
                icon={<FolderOpen className="size-5" />}
                onClick={pickFolder}
              >
                {t.pickFolder}
              </Button>
              <Button
                size="lg"
                variant="secondary"
                icon={<Link2 className="size-5" />}
                aria-expanded={isLinkOpen}
                onClick={() => setIsLinkOpen(!isLinkOpen)}
              >
                {t.linkOpen}
              </Button>
            </div>
            {isLinkOpen && <LinkField tool={tool.name} label={isClipTool ? t.linkLabelClip : t.linkLabel} />}
            <p className="max-w-xl text-sm leading-relaxed text-soft text-balance">
              {fill(t.limits, { types, maxMb, count: mostFilesOf(tool) })}
            </p>
          </div>
        )}
      </DropZone>
      {rule?.accept.includes('jpg') && <Samples tool={tool.name} areJoined={rule.many !== undefined} />}
      <p className="text-center text-sm text-soft">{fill(t.kept, { hours: settings.retentionHours })}</p>
    </div>
  );
}
