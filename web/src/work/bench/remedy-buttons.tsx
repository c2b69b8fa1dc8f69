// Remedies for a failed item as buttons: another file, other options, other marks on the picture, or a retry.

import type { Remedy } from 'contract/tool.ts';
import { Brush, FileImage, RotateCcw, SlidersHorizontal } from 'lucide-react';
import { Button } from 'ui/button.tsx';
import { usePickFiles } from 'ui/files/use-pick-files.tsx';
import { IconButton } from 'ui/icon-button.tsx';
import { useWords } from 'ui/language.tsx';
import type { AnyOptions, AnyScreen } from 'ui/tool-screen.ts';
import { remediesOf } from '../../catalogue/remedies.ts';
import { workWords } from '../../words/work.ts';
import { factsOf, isHopeless, type WorkItem } from '../items/item.ts';
import { runOne } from './actions.ts';
import { replaceFile } from './intake.ts';

interface RemedyButtonsProps {
  item: WorkItem;
  shared: AnyOptions;
  screen: AnyScreen;
  accept: string;
  /** Shows only the best remedy, as the primary button of the workspace. */
  isLead?: boolean;
}

/** Scrolls a part of the workspace into view and focuses its first control. */
function goTo(part: string): void {
  const place = document.querySelector<HTMLElement>(part);
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  place?.scrollIntoView({ block: 'center', behavior: isStill ? 'auto' : 'smooth' });
  const controls = 'input:not([hidden]):enabled, button:enabled, select:enabled, textarea:enabled, [tabindex="0"]';
  const inUse = place?.querySelector<HTMLElement>('input:checked') ?? place?.querySelector<HTMLElement>(controls);
  inUse?.focus({ preventScroll: true });
}

const parts = { options: '[data-options]', picture: '[data-stage]' } as const;

export function RemedyButtons({ item, shared, screen, accept, isLead = false }: RemedyButtonsProps) {
  const t = useWords(workWords);
  const { input, pick } = usePickFiles(files => void replaceFile(item.id, files), accept);
  // If the options have changed since the failure, the item may succeed now.
  const found = remediesOf(item);
  const shown: readonly Remedy[] = found.includes('retry') || isHopeless(item, shared) ? found : ['retry'];
  const buttons = {
    file: { label: t.pickAnother, icon: <FileImage className="size-[1.125em]" />, press: pick },
    options: {
      label: t.changeOptions,
      icon: <SlidersHorizontal className="size-[1.125em]" />,
      press: () => goTo(parts.options),
    },
    picture: { label: t.changeMarks, icon: <Brush className="size-[1.125em]" />, press: () => goTo(parts.picture) },
    retry: { label: t.retry, icon: <RotateCcw className="size-[1.125em]" />, press: () => runOne(item.id, screen) },
  } as const;
  return (
    <>
      {input}
      {shown.slice(0, isLead ? 1 : undefined).map(remedy => (
        <Button
          key={remedy}
          {...(isLead ? { size: 'lg', isWide: true } : { size: 'sm', variant: 'secondary' })}
          data-remedy={remedy}
          icon={buttons[remedy].icon}
          onClick={buttons[remedy].press}
        >
          {buttons[remedy].label}
        </Button>
      ))}
    </>
  );
}

/** Replaces this file by another one, from its row of the list. */
export function ReplaceButton({ item, accept }: { item: WorkItem; accept: string }) {
  const t = useWords(workWords);
  const { input, pick } = usePickFiles(files => void replaceFile(item.id, files), accept);
  return (
    <>
      {input}
      <IconButton
        size="sm"
        label={`${t.pickAnother} · ${factsOf(item).name}`}
        title={t.pickAnother}
        icon={<FileImage className="size-4.5" />}
        onClick={pick}
      />
    </>
  );
}
