// All available tools by category, as links: the product menu of the header and of the phone's sheet.

import { toolIcons } from 'virtual:tool-icons';
import { toolList } from 'virtual:tool-list';
import { categories } from 'contract/tool.ts';
import { useWords } from 'ui/language.tsx';
import { categoryTints } from 'ui/tile.tsx';
import { useLanguageStore } from '../language-store.ts';
import { Link } from '../router/link.tsx';
import { shellWords } from '../words/shell.ts';

export function ToolLinks({ onChoose }: { onChoose: () => void }) {
  const words = useWords(shellWords);
  const tileWords = useLanguageStore(state => state.tileWords);
  return categories.map(category => {
    const tools = toolList.filter(tool => tool.category === category);
    if (tools.length === 0) return null;
    return (
      <section key={category} className="grid break-inside-avoid gap-0.5 py-1">
        <h2 className="px-3 py-1.5 text-[0.8125rem] font-medium text-soft">{words[category]}</h2>
        {tools.map(tool => {
          const Icon = toolIcons[tool.icon]!;
          return (
            <Link
              key={tool.name}
              to={tool.route}
              onClick={onChoose}
              className="flex min-h-12 items-center gap-3 rounded-xl px-3 py-1.5 transition hover:bg-sunken"
            >
              <span
                aria-hidden
                className={`grid size-9 shrink-0 place-items-center rounded-xl ${categoryTints[category]}`}
              >
                <Icon className="size-5" />
              </span>
              <span className="font-medium">{tileWords[tool.name]?.title}</span>
            </Link>
          );
        })}
      </section>
    );
  });
}
