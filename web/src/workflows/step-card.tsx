// One step: its tool, what it is set to, and the tool's own options. Options that are set on a picture are set on the first file.
import { toolIcons } from 'virtual:tool-icons';
import { toolList } from 'virtual:tool-list';
import { fill } from 'contract/words.ts';
import { ChevronDown, ChevronUp, GripVertical, X } from 'lucide-react';
import { type KeyboardEvent, use, useRef } from 'react';
import { IconButton } from 'ui/icon-button.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import { categoryTints } from 'ui/tile.tsx';
import { useLanguageStore } from '../language-store.ts';
import { type FlowStep, removeStep } from './flow.ts';
import { loadScreen } from './load-screen.ts';
import { StepBoundary } from './step-boundary.tsx';
import { StepOptions } from './step-options.tsx';
import { usePriceOfStep } from './use-quote.ts';
import { flowWords } from './words.ts';

interface StepCardProps {
  readonly step: FlowStep;
  readonly place: number;
  readonly count: number;
  readonly isOpen: boolean;
  /** A run is there: the steps are shown as they run. */
  readonly isLocked: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onMove: (place: number) => void;
  readonly onDrag: (y: number) => void;
}

export function StepCard({ step, place, count, isOpen, isLocked, onOpen, onMove, onDrag }: StepCardProps) {
  const words = useWords(flowWords);
  const title = useLanguageStore(state => state.tileWords[step.tool]?.title ?? step.tool);
  const tool = toolList.find(one => one.name === step.tool);
  const price = usePriceOfStep(place);
  const Icon = tool && toolIcons[tool.icon];
  const isDragging = useRef(false);

  function handleKey(event: KeyboardEvent): void {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onMove(place + by);
  }

  return (
    <li className="card overflow-hidden" data-step={step.tool}>
      <div className="flex items-center gap-2 p-3 sm:p-4">
        {!isLocked && count > 1 && (
          <IconButton
            size="sm"
            className="cursor-grab touch-none text-soft active:cursor-grabbing"
            label={fill(words.dragHint, { name: title, place: place + 1, count })}
            title={words.moveUp}
            icon={<GripVertical className="size-5" />}
            onKeyDown={handleKey}
            onPointerDown={event => {
              isDragging.current = true;
              event.currentTarget.setPointerCapture(event.pointerId);
            }}
            onPointerMove={event => {
              if (isDragging.current) onDrag(event.clientY);
            }}
            onPointerUp={() => {
              isDragging.current = false;
            }}
            onPointerCancel={() => {
              isDragging.current = false;
            }}
          />
        )}
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => onOpen(!isOpen)}
          className="flex min-w-0 flex-1 items-center gap-3 rounded-xl text-start"
        >
          <span aria-hidden className="size-5 text-center text-sm font-semibold text-soft tabular-nums">
            {place + 1}
          </span>
          {Icon && tool && (
            <span
              aria-hidden
              className={`grid size-10 shrink-0 place-items-center rounded-xl ${categoryTints[tool.category]}`}
            >
              <Icon className="size-5" />
            </span>
          )}
          <span className="grid min-w-0 flex-1">
            <span className="line-clamp-2 leading-snug font-semibold">{title}</span>
            <span className="truncate text-[0.8125rem] text-soft">
              <StepBoundary step={step} fallback={null}>
                <OptionsLabel step={step} />
              </StepBoundary>
            </span>
          </span>
          {price && <span className="shrink-0 text-[0.8125rem] text-soft">{price}</span>}
          {isOpen ? (
            <ChevronUp aria-hidden className="size-5 shrink-0 text-soft" />
          ) : (
            <ChevronDown aria-hidden className="size-5 shrink-0 text-soft" />
          )}
        </button>
        {!isLocked && (
          <IconButton
            size="sm"
            label={`${words.removeStep}: ${title}`}
            icon={<X className="size-4.5" />}
            onClick={() => removeStep(step.id)}
          />
        )}
      </div>
      {isOpen && (
        <div className="border-t border-line p-4 sm:p-5" inert={isLocked}>
          <StepBoundary step={step}>
            <StepOptions step={step} />
          </StepBoundary>
        </div>
      )}
    </li>
  );
}

function OptionsLabel({ step }: { step: FlowStep }) {
  const screen = use(loadScreen(step.tool));
  return screen.optionsLabel(step.options, useLanguage());
}
