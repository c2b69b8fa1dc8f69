// The steps in their order: added from the catalogue, moved with a mouse, a finger or the arrow keys, removed.
import { maxSteps } from 'contract/steps.ts';
import { fill } from 'contract/words.ts';
import { ListPlus, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { EmptyState } from 'ui/panels/empty-state.tsx';
import { useLanguageStore } from '../language-store.ts';
import { getFlow, leadingFacts, moveStep, newStep, patchFlow, useFlow } from './flow.ts';
import { loadScreen } from './load-screen.ts';
import { StepCard } from './step-card.tsx';
import { ToolDialog } from './tool-dialog.tsx';
import { flowWords } from './words.ts';

export function StepList({ isLocked }: { isLocked: boolean }) {
  const words = useWords(flowWords);
  const titles = useLanguageStore(state => state.tileWords);
  const steps = useFlow(flow => flow.steps);
  const listRef = useRef<HTMLOListElement>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const [openId, setOpenId] = useState<string>();
  const [said, setSaid] = useState('');

  async function add(tool: string): Promise<void> {
    setIsChoosing(false);
    const screen = await loadScreen(tool);
    const step = newStep({ tool, options: screen.defaultOptions(leadingFacts(getFlow())) });
    patchFlow({ steps: [...getFlow().steps, step], problem: undefined });
    setOpenId(step.id);
  }

  function move(id: string, place: number): void {
    const to = Math.min(steps.length - 1, Math.max(0, place));
    const step = steps.find(one => one.id === id);
    if (!step || steps.indexOf(step) === to) return;
    moveStep(id, to);
    setSaid(fill(words.moved, { name: titles[step.tool]?.title ?? '', place: to + 1, count: steps.length }));
  }

  /** The place of the card under a pointer. */
  const placeAt = (y: number): number => {
    const cards = [...(listRef.current?.children ?? [])].map(card => card.getBoundingClientRect());
    const place = cards.findIndex(({ top, height }) => y < top + height / 2);
    return place < 0 ? cards.length - 1 : place;
  };

  return (
    <section aria-label={words.steps} className="grid gap-3">
      {steps.length === 0 && (
        <div className="card">
          <EmptyState
            icon={<ListPlus />}
            title={words.noSteps}
            text={words.noStepsNext}
            actions={
              <Button icon={<Plus className="size-5" />} onClick={() => setIsChoosing(true)}>
                {words.addStep}
              </Button>
            }
          />
        </div>
      )}
      <ol ref={listRef} className="grid gap-3">
        {steps.map((step, place) => (
          <StepCard
            key={step.id}
            step={step}
            place={place}
            count={steps.length}
            isOpen={step.id === openId}
            isLocked={isLocked}
            onOpen={isOpen => setOpenId(isOpen ? step.id : undefined)}
            onMove={to => move(step.id, to)}
            onDrag={y => move(step.id, placeAt(y))}
          />
        ))}
      </ol>
      {steps.length > 0 && !isLocked && (
        <Button
          variant="secondary"
          className="justify-self-start"
          disabled={steps.length >= maxSteps}
          icon={<Plus className="size-5" />}
          onClick={() => setIsChoosing(true)}
        >
          {words.addStep}
        </Button>
      )}
      <ToolDialog isOpen={isChoosing} onClose={() => setIsChoosing(false)} onChoose={tool => void add(tool)} />
      <p role="status" className="sr-only">
        {said}
      </p>
    </section>
  );
}
