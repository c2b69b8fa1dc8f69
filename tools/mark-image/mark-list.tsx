// The list of marks, topmost first, to select, reorder, copy, delete and add marks.
import { fill, type Language } from 'contract/words.ts';
import { ArrowDown, ArrowUp, CopyPlus, Image, Trash2, Type } from 'lucide-react';
import { Button } from 'ui/button.tsx';
import { IconButton } from 'ui/icon-button.tsx';
import { type DraftMark, nameMark } from 'ui/mark-options/draft-mark.ts';
import { chooseMark } from './chosen-mark.ts';
import { maxMarks } from './contract.ts';
import { addMark, type MarkDraft, moveMark } from './draft.ts';
import { words } from './words.ts';

interface MarkListProps {
  draft: MarkDraft;
  chosen: DraftMark;
  change: (patch: Partial<MarkDraft>) => void;
  language: Language;
}

export function MarkList({ draft, chosen, change, language }: MarkListProps) {
  const t = words[language];
  const { marks } = draft;
  const add = (mark: Partial<DraftMark>, isTypedNext = false) => {
    const next = addMark(draft, mark);
    change({ marks: next.draft.marks });
    chooseMark(next.id, isTypedNext);
  };
  const remove = (id: string) => {
    const rest = marks.filter(mark => mark.id !== id);
    change({ marks: rest });
    if (id === chosen.id) chooseMark(rest.at(-1)!.id);
  };
  const isFull = marks.length >= maxMarks;
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 text-sm font-medium">{t.marks}</legend>
      {marks.length > 1 && (
        <ul className="grid gap-1">
          {marks.toReversed().map(mark => (
            <li
              key={mark.id}
              className="flex min-w-0 items-center rounded-xl border border-line has-aria-pressed:bg-sunken has-[[aria-pressed=true]]:border-accent has-[[aria-pressed=true]]:bg-accent-soft"
            >
              <MarkRow
                mark={mark}
                isChosen={mark.id === chosen.id}
                canRise={mark !== marks.at(-1)}
                canSink={mark !== marks[0]}
                move={step => change({ marks: moveMark(marks, mark.id, step) })}
                remove={() => remove(mark.id)}
                language={language}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="secondary"
          disabled={isFull}
          icon={<Type className="size-4" />}
          onClick={() => add({ markType: 'text' }, true)}
        >
          {t.addText}
        </Button>
        <Button
          size="sm"
          variant="secondary"
          disabled={isFull}
          icon={<Image className="size-4" />}
          onClick={() => add({ markType: 'image' })}
        >
          {t.addImage}
        </Button>
        {marks.length > 1 && (
          <Button
            size="sm"
            variant="quiet"
            disabled={isFull}
            icon={<CopyPlus className="size-4" />}
            onClick={() => add({ ...chosen, offsetX: undefined, offsetY: undefined, position: 'center' })}
          >
            {t.copyMark}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

interface MarkRowProps {
  mark: DraftMark;
  isChosen: boolean;
  canRise: boolean;
  canSink: boolean;
  move: (step: 1 | -1) => void;
  remove: () => void;
  language: Language;
}

function MarkRow({ mark, isChosen, canRise, canSink, move, remove, language }: MarkRowProps) {
  const t = words[language];
  const name = nameMark(mark) || (mark.markType === 'text' ? t.emptyText : t.emptyImage);
  const Icon = mark.markType === 'text' ? Type : Image;
  return (
    <>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={() => chooseMark(mark.id)}
        className="flex min-h-10 min-w-0 flex-1 items-center gap-2 rounded-xl px-3 text-start text-sm"
      >
        <Icon aria-hidden className="size-4 shrink-0 text-soft" />
        <span className="truncate">{name}</span>
      </button>
      <IconButton
        size="sm"
        label={fill(t.raiseMark, { name })}
        disabled={!canRise}
        icon={<ArrowUp className="size-4" />}
        onClick={() => move(1)}
      />
      <IconButton
        size="sm"
        label={fill(t.lowerMark, { name })}
        disabled={!canSink}
        icon={<ArrowDown className="size-4" />}
        onClick={() => move(-1)}
      />
      <IconButton
        size="sm"
        label={fill(t.deleteMark, { name })}
        icon={<Trash2 className="size-4" />}
        onClick={remove}
      />
    </>
  );
}
