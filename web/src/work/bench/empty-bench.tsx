// A tool before the first file: ways to drop, pick, paste or link one, the accepted types, and samples to try.

import { media } from 'contract/media.ts';
import type { CatalogueTool } from 'contract/tool.ts';
import { fill } from 'contract/words.ts';
import { Clapperboard, FolderOpen, ImagePlus, Link2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from 'ui/button.tsx';
import { TextField } from 'ui/fields/field.tsx';
import { DropZone } from 'ui/files/drop-zone.tsx';
import { useWords } from 'ui/language.tsx';
import { Spinner } from 'ui/spinner.tsx';
import { mainInputOf, maxFilesOf } from '../../catalogue/tool-inputs.ts';
import { Samples } from '../../files/samples.tsx';
import { settings } from '../../settings.ts';
import { workWords } from '../../words/work.ts';

interface EmptyBenchProps {
  tool: CatalogueTool;
  accept: string;
  isChecking: boolean;
  onFiles: (files: File[]) => void;
  /** Returns the sentence to show if the text is not a link. */
  onLink: (link: string) => Promise<string | undefined>;
}

export function EmptyBench({ tool, accept, isChecking, onFiles, onLink }: EmptyBenchProps) {
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
      <DropZone label={t.dropLabel} accept={accept} takesWholePage onFiles={onFiles}>
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
            {isLinkOpen && <LinkField label={isClipTool ? t.linkLabelClip : t.linkLabel} onLink={onLink} />}
            <p className="max-w-xl text-sm leading-relaxed text-soft text-balance">
              {fill(t.limits, { types, maxMb, count: maxFilesOf(tool) })}
            </p>
          </div>
        )}
      </DropZone>
      {rule?.accept.includes('jpg') && <Samples areJoined={rule.many !== undefined} onFiles={onFiles} />}
      <p className="text-center text-sm text-soft">{fill(t.kept, { hours: settings.retentionHours })}</p>
    </div>
  );
}

interface LinkFieldProps {
  label: string;
  /** Returns the sentence to show if the text is not a link. */
  onLink: (link: string) => Promise<string | undefined>;
}

/** A field for a link to a file that the server fetches. */
function LinkField({ label, onLink }: LinkFieldProps) {
  const t = useWords(workWords);
  const [link, setLink] = useState('');
  const [error, setError] = useState<string>();
  return (
    <form
      noValidate
      className="grid w-full max-w-lg animate-rise gap-2 text-start sm:grid-cols-[1fr_auto] sm:items-start"
      onSubmit={event => {
        event.preventDefault();
        void onLink(link).then(setError);
      }}
    >
      <TextField
        label={label}
        type="url"
        inputMode="url"
        autoComplete="off"
        autoFocus
        value={link}
        placeholder={t.linkPlaceholder}
        error={error}
        onChange={value => {
          setLink(value);
          setError(undefined);
        }}
      />
      <Button type="submit" variant="secondary" className="sm:mt-[1.625rem]">
        {t.linkAdd}
      </Button>
    </form>
  );
}
