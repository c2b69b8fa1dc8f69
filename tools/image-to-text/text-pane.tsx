// The text of a result, selectable and copied with a button; the line under the pointer is highlighted in the picture, and vice versa.
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef } from 'react';
import { joinClasses } from 'ui/classes.ts';
import type { Reading, ShownLine, ShownParagraph } from './reading.ts';

interface TextPaneProps {
  reading: Reading;
  active: number | undefined;
  /** Whether the line was chosen elsewhere, so that it is scrolled into view here. */
  isCalled: boolean;
  onPoint: (index: number | undefined) => void;
  onChoose: (index: number) => void;
  words: { textPane: string; paneKeys: string; unsure: string };
}

const wide = /[\u2e80-\u30ff\u3400-\u9fff\uff00-\uffef]/;

/** The separator of two lines of a paragraph. */
function between(before: ShownLine | undefined, line: ShownLine, kind: ShownParagraph['kind'], keepsLines: boolean) {
  if (!before) return '';
  if (kind === 'row') return '\t';
  if (keepsLines) return '\n';
  return wide.test(before.text.at(-1) ?? '') && wide.test(line.text[0] ?? '') ? '' : ' ';
}

const looks: Readonly<Record<ShownParagraph['kind'], string>> = {
  heading: 'mt-3 text-base font-bold first:mt-0',
  text: 'mt-3 first:mt-0',
  item: 'mt-1',
  row: 'mt-1 whitespace-pre-wrap [tab-size:4]',
};

interface LineProps {
  line: ShownLine;
  isActive: boolean;
  title: string | undefined;
}

function Line({ line, isActive, title }: LineProps) {
  return (
    <span
      data-line={line.index}
      title={title}
      className={joinClasses(
        'rounded-md transition-colors duration-150',
        isActive && 'bg-accent-soft text-accent-ink',
        line.isUnsure && 'underline decoration-warn decoration-dotted decoration-2 underline-offset-4',
      )}
    >
      {line.text}
    </span>
  );
}

const lineOf = (event: { target: EventTarget }): number | undefined => {
  const index = (event.target as Element).closest('[data-line]')?.getAttribute('data-line');
  return index ? Number(index) : undefined;
};

export function TextPane({ reading, active, isCalled, onPoint, onChoose, words }: TextPaneProps) {
  const pane = useRef<HTMLElement>(null);
  const keysId = useId();
  useEffect(() => {
    if (active === undefined || !isCalled) return;
    pane.current?.querySelector(`[data-line="${active}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [active, isCalled]);

  function goByKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || reading.lines.length === 0) return;
    event.preventDefault();
    const from = active ?? (step > 0 ? -1 : reading.lines.length);
    onChoose(Math.max(0, Math.min(reading.lines.length - 1, from + step)));
  }

  const point = (event: PointerEvent) => event.pointerType === 'mouse' && onPoint(lineOf(event));
  return (
    <section
      ref={pane}
      aria-label={words.textPane}
      aria-describedby={keysId}
      // Chinese punctuation is full-width only in Chinese, whatever the language of the page.
      lang={wide.test(reading.text) ? 'zh-CN' : 'en'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys go from line to line, as they scroll elsewhere.
      tabIndex={0}
      onKeyDown={goByKey}
      onPointerMove={point}
      onPointerLeave={event => event.pointerType === 'mouse' && onPoint(undefined)}
      onClick={event => {
        const index = lineOf(event);
        if (index !== undefined && getSelection()?.isCollapsed) onChoose(index);
      }}
      className="min-h-0 flex-1 overflow-auto px-4 py-3 text-[0.9375rem] leading-relaxed wrap-anywhere whitespace-pre-wrap outline-offset-[-3px] select-text"
    >
      <p id={keysId} className="sr-only">
        {words.paneKeys}
      </p>
      {reading.paragraphs.map(({ kind, lines }) => (
        <p key={lines[0]?.index} className={looks[kind]}>
          {lines.map((line, i) => (
            <span key={line.index}>
              {between(lines[i - 1], line, kind, reading.keepsLines)}
              <Line line={line} isActive={line.index === active} title={line.isUnsure ? words.unsure : undefined} />
            </span>
          ))}
        </p>
      ))}
    </section>
  );
}
