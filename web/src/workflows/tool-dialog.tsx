// The choice of a tool for a step, by category.
import { toolIcons } from 'virtual:tool-icons';
import { toolList } from 'virtual:tool-list';
import { categories } from 'contract/tool.ts';
import { useWords } from 'ui/language.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';
import { categoryTints } from 'ui/tile.tsx';
import { useLanguageStore } from '../language-store.ts';
import { settings } from '../settings.ts';
import { shellWords } from '../words/shell.ts';
import { isStepTool } from './share.ts';
import { flowWords } from './words.ts';

/** Tools that this server can run as steps. */
const offered = toolList.filter(
  ({ name, needs }) =>
    isStepTool(name) && !(needs && settings.missing.some(what => what === 'ffmpeg' || what === needs)),
);

interface ToolDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onChoose: (tool: string) => void;
}

export function ToolDialog({ isOpen, onClose, onChoose }: ToolDialogProps) {
  const words = useWords(flowWords);
  const shell = useWords(shellWords);
  const titles = useLanguageStore(state => state.tileWords);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.chooseTool} closeLabel={words.close} kind="sheet">
      {categories.map(category => {
        const tools = offered.filter(tool => tool.category === category);
        if (tools.length === 0) return null;
        return (
          <section key={category} aria-label={shell[category]} className="grid gap-1">
            <h3 className="text-[0.8125rem] font-medium text-soft">{shell[category]}</h3>
            {tools.map(({ name, icon }) => {
              const Icon = toolIcons[icon]!;
              return (
                <button
                  key={name}
                  type="button"
                  onClick={() => onChoose(name)}
                  className="flex min-h-12 items-center gap-3 rounded-xl px-2 py-1.5 text-start transition hover:bg-sunken"
                >
                  <span
                    aria-hidden
                    className={`grid size-9 shrink-0 place-items-center rounded-xl ${categoryTints[category]}`}
                  >
                    <Icon className="size-5" />
                  </span>
                  <span className="font-medium">{titles[name]?.title}</span>
                </button>
              );
            })}
          </section>
        );
      })}
    </Dialog>
  );
}
