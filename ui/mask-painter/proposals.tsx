// Suggested marks: a check box at each outline, and a bar for all of them.
import { fill } from 'contract/words.ts';
import { Check } from 'lucide-react';
import { Button } from '../button.tsx';
import { joinClasses } from '../classes.ts';
import { useWords } from '../language.tsx';
import type { Extent } from '../picture/zoom.ts';
import type { Proposal } from './ops.ts';
import { placeTicks } from './place-tick.ts';
import { painterWords } from './words.ts';

interface ProposalTicksProps {
  proposals: readonly Proposal[];
  /** Ids of the ticked suggestions. */
  ticked: ReadonlySet<string>;
  picture: Extent;
  toggle: (proposal: Proposal) => void;
}

/** Positioned by the frame's --scale, --left and --top, so that the check boxes follow the picture without React. */
export function ProposalTicks({ proposals, ticked, picture, toggle }: ProposalTicksProps) {
  const t = useWords(painterWords);
  const places = placeTicks(
    proposals.map(({ box }) => box),
    picture,
  );
  return proposals.map((proposal, index) => {
    const { x, y, toRight, down } = places[index]!;
    const name = fill(t.foundOne, { number: index + 1, name: proposal.name });
    const isTicked = ticked.has(proposal.id);
    return (
      <button
        key={proposal.id}
        type="button"
        aria-pressed={isTicked}
        aria-label={name}
        title={proposal.name}
        onClick={() => toggle(proposal)}
        className={joinClasses(
          'absolute grid size-8 -translate-1/2 place-items-center rounded-full border-2 shadow-card',
          isTicked
            ? 'border-white bg-accent text-on-accent'
            : 'border-line-strong bg-raised text-transparent hover:text-soft',
        )}
        style={{
          // Stays inside the frame, however close to its edge the outline is.
          left: `clamp(1.25rem, calc(var(--left) + ${x}px * var(--scale) + ${toRight * 1.5}rem), calc(100% - 1.25rem))`,
          top: `clamp(1.25rem, calc(var(--top) + ${y}px * var(--scale) + ${down * 1.5}rem), calc(100% - 1.25rem))`,
        }}
      >
        <Check aria-hidden className="size-4.5" strokeWidth={3} />
      </button>
    );
  });
}

interface ProposalBarProps extends Pick<ProposalTicksProps, 'proposals' | 'ticked'> {
  tickAll: () => void;
  tickNone: () => void;
  /** Called when the user has reviewed all suggestions. */
  settle: () => void;
}

export function ProposalBar({ proposals, ticked, tickAll, tickNone, settle }: ProposalBarProps) {
  const t = useWords(painterWords);
  const count = proposals.length;
  const chosen = proposals.filter(({ id }) => ticked.has(id)).length;
  return (
    <div role="status" className="flex min-w-0 items-center gap-1 text-[0.8125rem] @lg:gap-2 @lg:text-sm">
      <span className="pe-1 font-medium whitespace-nowrap">{fill(t.found, { count, ticked: chosen })}</span>
      <Button size="sm" className="px-2.5 shadow-none @lg:px-3.5" onClick={settle}>
        {t.settle}
      </Button>
      <Button size="sm" variant="quiet" className="px-2 @max-md:hidden" onClick={chosen < count ? tickAll : tickNone}>
        {chosen < count ? t.tickAll : t.tickNone}
      </Button>
    </div>
  );
}
