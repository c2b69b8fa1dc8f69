// The tool's options, for all files or for the selected one, with the buttons that must always be visible.
import type { ReactNode } from 'react';
import { Button } from 'ui/button.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import { useLanguage, useWords } from 'ui/language.tsx';
import type { AnyScreen } from 'ui/tool-screen.ts';
import { settings } from '../../settings.ts';
import { workWords } from '../../words/work.ts';
import { factsOf, optionsOf } from '../items/item.ts';
import { patchItem } from '../items/store.ts';
import { applyToAll, changeOptions, leadingItems } from './actions.ts';
import { useHandOriginal } from './hand-original.ts';
import { viewItem } from './screen-view.ts';
import type { BenchView } from './use-bench.ts';
import { useMeasuredBytes, useUsualSeconds } from './use-estimates.ts';

interface OptionsCardProps {
  tool: string;
  screen: AnyScreen;
  view: BenchView;
  /** The buttons that must always be visible. */
  children: ReactNode;
}

/** A placeholder until there is a file. */
const noItem = {
  file: undefined,
  address: undefined,
  result: undefined,
  ask: () => Promise.reject(new Error('no file is selected')),
};

export function OptionsCard({ tool, screen, view, children }: OptionsCardProps) {
  const language = useLanguage();
  const t = useWords(workWords);
  const { items, selected, shared } = view;
  // If all files become one result, there are no options for single files.
  const isMany = leadingItems(items, shared, screen).length > 1;
  const own = isMany ? selected?.ownOptions : undefined;
  const options = own ?? shared;
  const { Options } = screen;
  const findHandOn = useHandOriginal(selected);
  const usualSeconds = useUsualSeconds(selected, options, screen);
  const measuredBytes = useMeasuredBytes(selected, options, screen);

  function choose(scope: 'all' | 'one') {
    if (selected) patchItem(selected.id, { ownOptions: scope === 'one' ? optionsOf(selected, shared) : undefined });
  }

  return (
    <aside aria-label={t.options} className="card flex flex-col lg:max-h-[calc(100svh-12.75rem)]">
      <div data-options className="grid gap-5 overflow-y-auto p-5 sm:p-6">
        {isMany && (
          <div className="grid gap-2">
            <Segmented
              label={t.scopeLabel}
              value={own ? 'one' : 'all'}
              segments={[
                { value: 'all', label: t.scopeAll },
                { value: 'one', label: t.scopeOne },
              ]}
              onChange={choose}
            />
            {own && selected && (
              <Button size="sm" variant="secondary" onClick={() => applyToAll(selected.id, screen)}>
                {t.applyToAll}
              </Button>
            )}
          </div>
        )}
        <Options
          options={options}
          change={patch => changeOptions(tool, screen, patch, own && selected?.id)}
          selected={selected && factsOf(selected)}
          {...(selected ? viewItem(selected, shared) : noItem)}
          count={own ? 1 : items.length}
          language={language}
          usualSeconds={usualSeconds}
          measuredBytes={measuredBytes}
          findHandOn={findHandOn}
          speech={settings.speech}
          drawers={settings.drawers}
          serverFills={settings.serverFills}
        />
      </div>
      {/* Bars above the page, such as the offline one, push the card down: the buttons then stay at the bottom of the window. */}
      <div
        data-action-bar
        className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-raised/95 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur lg:sticky lg:z-10 lg:rounded-b-card lg:bg-raised lg:p-5 lg:backdrop-blur-none"
      >
        {children}
      </div>
    </aside>
  );
}
