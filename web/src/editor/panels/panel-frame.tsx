// The frame of the panels: a column with tabs on wide screens, a sheet at the bottom of the stage on phones and tablets.
import { X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { joinClasses } from 'ui/classes.ts';
import { IconButton } from 'ui/icon-button.tsx';
import { useWords } from 'ui/language.tsx';
import { closeSheet, type Panel, showPanel, useEditor } from '../state.ts';
import { editorWords } from '../words.ts';

const panels = ['edit', 'layers', 'history'] as const satisfies readonly Panel[];

export function PanelFrame({ children }: { children: ReactNode }) {
  const t = useWords(editorWords);
  const { panel, isSheetOpen } = useEditor();

  function step(event: KeyboardEvent) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    const next = panels[(panels.indexOf(panel) + by + panels.length) % panels.length]!;
    showPanel(next);
    document.getElementById(`editor-tab-${next}`)?.focus();
  }

  return (
    <aside
      aria-label={t.panels}
      className={joinClasses(
        'flex flex-col border-line bg-paper lg:w-84 lg:border-s',
        'max-lg:h-[42dvh] max-lg:shrink-0 max-lg:rounded-t-card max-lg:border-t max-lg:shadow-lift',
        !isSheetOpen && 'max-lg:hidden',
      )}
    >
      <div className="flex shrink-0 items-center gap-1 border-b border-line px-3 pt-2">
        <div role="tablist" aria-label={t.panels} className="flex flex-1 gap-1" onKeyDown={step}>
          {panels.map(one => (
            <button
              key={one}
              id={`editor-tab-${one}`}
              type="button"
              role="tab"
              aria-selected={panel === one}
              aria-controls="editor-panel"
              tabIndex={panel === one ? 0 : -1}
              onClick={() => showPanel(one)}
              className={joinClasses(
                'min-h-10 border-b-2 px-3 text-sm font-semibold transition',
                panel === one ? 'border-accent text-ink' : 'border-transparent text-soft hover:text-ink',
              )}
            >
              {t[one]}
            </button>
          ))}
        </div>
        <IconButton
          size="sm"
          className="lg:hidden"
          label={t.close}
          icon={<X className="size-4.5" />}
          onClick={closeSheet}
        />
      </div>
      <div
        id="editor-panel"
        role="tabpanel"
        aria-labelledby={`editor-tab-${panel}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling panel must be reachable by keyboard.
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-4"
      >
        {children}
      </div>
    </aside>
  );
}
