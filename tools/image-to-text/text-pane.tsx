// The text of a result, editable in place; the line under the pointer is highlighted in the picture, and vice versa.
import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { joinClasses } from 'ui/classes.ts';
import type { Page } from './contract.ts';
import { editPage, editParagraph, pieceAt } from './page.ts';
import { textOf, type Unit, type View, viewPage } from './reading.ts';
import { TextEditor } from './text-editor.tsx';

interface TextPaneProps {
  page: Page;
  keepsLines: boolean;
  active: number | undefined;
  /** Whether the line was selected in the picture, so that it is scrolled into view here. */
  isCalled: boolean;
  onPoint: (index: number | undefined) => void;
  onChoose: (index: number) => void;
  /** Absent: the text is read-only. */
  onEdit: ((page: Page) => void) | undefined;
  onUndo: () => void;
  onRedo: () => void;
  words: { textPane: string; paneKeys: string; unsure: string; editing: string };
}

const wide = /[\u2e80-\u30ff\u3400-\u9fff\uff00-\uffef]/;

const looks = {
  heading: 'mt-3 text-base font-bold first:mt-0',
  text: 'mt-3 first:mt-0',
  item: 'mt-1',
  row: 'mt-1',
} as const;

interface Editing {
  readonly paragraph: number;
  readonly cell?: number;
  readonly caret: number;
}

const isSame = (unit: Unit, { paragraph, cell }: Editing) => unit.paragraph === paragraph && unit.cell === cell;

const unitsOf = (views: readonly View[]): Unit[] =>
  views.flatMap(view => (view.kind === 'table' ? view.rows.flat() : [view.unit]));

/** Returns the text of a whole paragraph after one of its cells was edited. */
function textAround(units: readonly Unit[], { paragraph, cell }: Editing, text: string): string {
  if (cell === undefined) return text;
  const cells = units.filter(unit => unit.paragraph === paragraph).map(textOf);
  return cells.with(cell, text).join('\t').replace(/\t+$/, '');
}

/** Returns the element and the offset of the character under the pointer. */
function caretAt({ clientX, clientY }: MouseEvent): { element: Element | null; offset: number } {
  const at = document.caretPositionFromPoint?.(clientX, clientY);
  if (at) return { element: at.offsetNode.parentElement, offset: at.offset };
  // Safari before 18.4 supports only the older function.
  const range = document.caretRangeFromPoint?.(clientX, clientY);
  return { element: range?.startContainer.parentElement ?? null, offset: range?.startOffset ?? 0 };
}

const numberIn = (element: Element | null | undefined, name: string): number | undefined => {
  const value = element?.closest(`[data-${name}]`)?.getAttribute(`data-${name}`);
  return value ? Number(value) : undefined;
};

interface EditingOptions extends Pick<TextPaneProps, 'page' | 'keepsLines' | 'onChoose' | 'onEdit'> {
  readonly units: readonly Unit[];
  /** Receives the focus when editing ends by a key. */
  readonly pane: RefObject<HTMLElement | null>;
}

/** The unit that is being edited, and what its field reports. */
function useEditing({ page, keepsLines, onChoose, onEdit, units, pane }: EditingOptions) {
  const [editing, setEditing] = useState<Editing>();

  function chooseAtCaret(text: string, place: number) {
    if (!editing) return;
    const paragraph = editParagraph(page.paragraphs[editing.paragraph]!, keepsLines, textAround(units, editing, text));
    const before = units.filter(unit => unit.paragraph === editing.paragraph).slice(0, editing.cell ?? 0);
    const start = before.reduce((sum, unit) => sum + textOf(unit).length + 1, 0);
    const first = page.paragraphs.slice(0, editing.paragraph).reduce((sum, { pieces }) => sum + pieces.length, 0);
    if (paragraph.pieces.length > 0) onChoose(first + pieceAt(paragraph, keepsLines, start + place));
  }

  function endEditing(text: string, step?: 1 | -1 | 0) {
    if (!editing) return;
    const place = units.findIndex(unit => isSame(unit, editing));
    if (text !== textOf(units[place]!))
      onEdit?.(editPage(page, editing.paragraph, keepsLines, textAround(units, editing, text)));
    const next = step ? units[place + step] : undefined;
    setEditing(next?.cell === undefined ? undefined : { ...next, caret: textOf(next).length });
    if (step !== undefined) pane.current?.focus({ preventScroll: true });
  }

  return { editing, setEditing, chooseAtCaret, endEditing };
}

/** A paragraph or cell as it is read; the line under the pointer is highlighted. */
function UnitText({ unit, active, unsure }: { unit: Unit; active: number | undefined; unsure: string }) {
  return unit.shown.map(({ text, at, line, isUnsure }) => (
    <span
      key={at + (line ?? -1) / 1e4}
      data-line={line}
      data-at={at}
      title={isUnsure ? unsure : undefined}
      className={joinClasses(
        'rounded-md transition-colors duration-150',
        line !== undefined && line === active && 'bg-accent-soft text-accent-ink',
        isUnsure && 'underline decoration-warn decoration-dotted decoration-2 underline-offset-4',
      )}
    >
      {text}
    </span>
  ));
}

interface ViewsProps {
  readonly views: readonly View[];
  readonly units: readonly Unit[];
  readonly draw: (unit: Unit) => ReactNode;
}

/** Paragraphs and tables, in their order. */
function Views({ views, units, draw }: ViewsProps) {
  return views.map(view =>
    view.kind === 'paragraph' ? (
      <div key={view.unit.paragraph} data-unit={units.indexOf(view.unit)} className={looks[view.look]}>
        {draw(view.unit)}
      </div>
    ) : (
      <table key={view.rows[0]![0]!.paragraph} className="mt-3 border-collapse first:mt-0">
        <tbody>
          {view.rows.map(row => (
            <tr key={row[0]!.paragraph}>
              {row.map(unit => (
                <td
                  key={unit.cell}
                  data-unit={units.indexOf(unit)}
                  className="min-w-16 border border-line px-2.5 py-1 align-top"
                >
                  {draw(unit)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    ),
  );
}

export function TextPane(props: TextPaneProps) {
  const { page, keepsLines, active, isCalled, onPoint, onChoose, onEdit, words } = props;
  const pane = useRef<HTMLElement>(null);
  const keysId = useId();
  const views = useMemo(() => viewPage(page, keepsLines), [page, keepsLines]);
  const units = unitsOf(views);
  const lines = units.flatMap(({ shown }) => shown.flatMap(({ line }) => line ?? []));
  useEffect(() => {
    if (active === undefined || !isCalled) return;
    pane.current?.querySelector(`[data-line="${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [active, isCalled]);

  const { editing, setEditing, chooseAtCaret, endEditing } = useEditing({ ...props, units, pane });

  function editLine(line: number) {
    const unit = units.find(({ shown }) => shown.some(each => each.line === line));
    if (unit && onEdit) setEditing({ ...unit, caret: unit.shown.find(each => each.line === line)!.at });
  }

  function goByKey(event: KeyboardEvent) {
    if (event.target !== event.currentTarget) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    const isRedo = isCommand && (key === 'y' || (key === 'z' && event.shiftKey));
    const step = { arrowdown: 1, arrowup: -1 }[key];
    if (isRedo) props.onRedo();
    else if (isCommand && key === 'z') props.onUndo();
    else if ((key === 'enter' || key === 'f2') && lines.length > 0) editLine(active ?? lines[0]!);
    else if (step !== undefined && !isCommand && lines.length > 0) {
      const from = active === undefined ? (step > 0 ? -1 : lines.length) : lines.indexOf(active);
      onChoose(lines[Math.max(0, Math.min(lines.length - 1, from + step))]!);
    } else return;
    event.preventDefault();
  }

  function editAtPointer(event: MouseEvent) {
    const target = event.target as Element;
    if (!onEdit || target.closest('textarea') || !getSelection()?.isCollapsed) return;
    const home = target.closest('[data-unit]');
    const unit = home && units[Number(home.getAttribute('data-unit'))];
    if (!unit) return;
    const { element, offset } = caretAt(event);
    const at = home.contains(element) ? numberIn(element, 'at') : undefined;
    // Highlights the line of the caret instead of the line that the pointer was over last.
    onPoint(undefined);
    setEditing({ ...unit, caret: at === undefined ? textOf(unit).length : at + offset });
  }

  const draw = (unit: Unit) => {
    if (!editing || !isSame(unit, editing)) return <UnitText unit={unit} active={active} unsure={words.unsure} />;
    const isCell = unit.cell !== undefined;
    const label = words.editing;
    return (
      <TextEditor
        // Each cell gets a new field.
        key={`${unit.paragraph} ${unit.cell}`}
        text={textOf(unit)}
        caret={editing.caret}
        {...{ isCell, label }}
        onCaret={chooseAtCaret}
        onEnd={endEditing}
      />
    );
  };

  const point = (event: PointerEvent) =>
    event.pointerType === 'mouse' && !editing && onPoint(numberIn(event.target as Element, 'line'));
  const isChinese = lines.length > 0 && wide.test(units.map(textOf).join(''));
  return (
    <section
      ref={pane}
      aria-label={words.textPane}
      aria-describedby={keysId}
      // Punctuation is full-width only if the text is marked as Chinese, whatever the language of the page.
      lang={isChinese ? 'zh-CN' : 'en'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move from line to line, as they scroll elsewhere.
      tabIndex={0}
      onKeyDown={goByKey}
      onPointerMove={point}
      onPointerLeave={event => event.pointerType === 'mouse' && onPoint(undefined)}
      onClick={editAtPointer}
      className={joinClasses(
        'min-h-0 flex-1 overflow-auto px-4 py-3 text-[0.9375rem] leading-relaxed wrap-anywhere whitespace-pre-wrap outline-offset-[-3px] select-text max-lg:text-base',
        onEdit && 'cursor-text',
      )}
    >
      <Views views={views} units={units} draw={draw} />
      <p id={keysId} className="sr-only">
        {words.paneKeys}
      </p>
    </section>
  );
}
