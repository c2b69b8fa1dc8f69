// A button that opens the list of tools that accept a result.
import { toolIcons } from 'virtual:tool-icons';
import type { CatalogueTool } from 'contract/tool.ts';
import { ArrowRight, ChevronDown } from 'lucide-react';
import { Button } from 'ui/button.tsx';
import { Menu } from 'ui/panels/menu.tsx';
import { useLanguageStore } from '../language-store.ts';

interface ToolMenuProps {
  tools: readonly CatalogueTool[];
  /** The label of the button. */
  label: string;
  /** The accessible name of the list. */
  menuLabel: string;
  /** The price of a choice, shown above the list. */
  note?: string | undefined;
  isBusy?: boolean;
  isDisabled?: boolean;
  onPick: (tool: CatalogueTool) => void;
}

export function ToolMenu({ tools, label, menuLabel, note, isBusy = false, isDisabled = false, onPick }: ToolMenuProps) {
  const tileWords = useLanguageStore(state => state.tileWords);
  return (
    <Menu
      label={menuLabel}
      align="start"
      button={wiring => (
        <Button
          {...wiring}
          size="sm"
          variant="secondary"
          isBusy={isBusy}
          disabled={isDisabled}
          icon={<ArrowRight className="size-4" />}
        >
          {label}
          <ChevronDown aria-hidden className="size-4" />
        </Button>
      )}
    >
      {close => (
        <>
          {note && <p className="px-3 pt-1 pb-2 text-[0.8125rem] text-balance text-soft">{note}</p>}
          <ul className="grid max-h-80 gap-0.5 overflow-y-auto">
            {tools.map(tool => {
              const Icon = toolIcons[tool.icon]!;
              return (
                <li key={tool.name}>
                  <button
                    type="button"
                    onClick={() => {
                      close();
                      onPick(tool);
                    }}
                    className="flex min-h-10 w-full items-center gap-2.5 rounded-xl px-3 text-start text-[0.9375rem] hover:bg-sunken"
                  >
                    <Icon aria-hidden className="size-4.5 text-soft" />
                    {tileWords[tool.name]?.title ?? tool.name}
                  </button>
                </li>
              );
            })}
          </ul>
        </>
      )}
    </Menu>
  );
}
