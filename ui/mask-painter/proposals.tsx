// Suggested marks to accept or reject: a pair of buttons at each outline, and a pair for all of them.
import { fill } from 'contract/words.ts';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { useWords } from '../language.tsx';
import type { Proposal } from './ops.ts';
import { painterWords } from './words.ts';

interface ProposalsProps {
  proposals: readonly Proposal[];
  answer: (ids: readonly string[], isAccepted: boolean) => void;
}

/** Sits in the frame whose --scale, --left and --top say where the picture is, so that it moves along without React. */
export function ProposalButtons({ proposals, answer }: ProposalsProps) {
  const t = useWords(painterWords);
  return proposals.map(({ id, name, box }, index) => {
    const said = fill(t.foundOne, { number: index + 1, name });
    return (
      <fieldset
        key={id}
        className="absolute flex -translate-x-1/2 -translate-y-1/2 overflow-hidden rounded-full border border-line bg-raised shadow-card"
        style={{
          // Kept inside the frame, however close to its edge the outline is.
          left: `clamp(2.5rem, calc(var(--left) + ${box.x + box.w / 2}px * var(--scale)), calc(100% - 2.5rem))`,
          top: `clamp(1.25rem, calc(var(--top) + ${box.y + box.h}px * var(--scale) + 1.5rem), calc(100% - 1.25rem))`,
        }}
      >
        <legend className="sr-only">{said}</legend>
        <Choice
          label={`${t.accept}: ${name}`}
          icon={<Check className="size-4.5 text-good" />}
          act={() => answer([id], true)}
        />
        <Choice label={`${t.dismiss}: ${name}`} icon={<X className="size-4.5" />} act={() => answer([id], false)} />
      </fieldset>
    );
  });
}

function Choice({ label, icon, act }: { label: string; icon: ReactNode; act: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={act}
      className="grid size-9 place-items-center text-soft hover:bg-sunken"
    >
      {icon}
    </button>
  );
}

export function ProposalBar({ proposals, answer }: ProposalsProps) {
  const t = useWords(painterWords);
  const all = proposals.map(({ id }) => id);
  return (
    <div role="status" className="flex min-w-0 items-center gap-1 text-[0.8125rem] @lg:gap-2 @lg:text-sm">
      <span className="pe-1 font-medium whitespace-nowrap">{fill(t.found, { count: all.length })}</span>
      <Button size="sm" className="px-2.5 shadow-none @lg:px-3.5" onClick={() => answer(all, true)}>
        {t.acceptAll}
      </Button>
      <Button size="sm" variant="quiet" className="px-2" onClick={() => answer(all, false)}>
        {t.dismissAll}
      </Button>
    </div>
  );
}
