// The guides of all tools, by category.

import { toolIcons } from 'virtual:tool-icons';
import { toolList } from 'virtual:tool-list';
import { categories } from 'contract/tool.ts';
import { useWords } from 'ui/language.tsx';
import { categoryTints } from 'ui/tile.tsx';
import { useLanguageStore } from '../language-store.ts';
import { Link } from '../router/link.tsx';
import { shellWords } from '../words/shell.ts';
import { toolHelpWords } from './tool-help-words.ts';

export function ToolGuides() {
  const words = useWords(toolHelpWords);
  const shell = useWords(shellWords);
  const tileWords = useLanguageStore(state => state.tileWords);
  return (
    <section className="mt-12 grid gap-6">
      <h2 className="text-xl font-bold">{words.guides}</h2>
      {categories.map(category => (
        <section key={category} className="grid gap-2">
          <h3 className="text-sm font-semibold text-soft">{shell[category]}</h3>
          <ul className="grid gap-2 sm:grid-cols-2">
            {toolList
              .filter(tool => tool.category === category)
              .map(({ name, icon }) => {
                const Icon = toolIcons[icon]!;
                return (
                  <li key={name}>
                    <Link
                      to={`/help/${name}`}
                      className="flex min-h-12 items-center gap-3 rounded-xl border border-line px-3 py-2 font-medium transition hover:border-accent hover:bg-accent-soft"
                    >
                      <span
                        aria-hidden
                        className={`grid size-8 shrink-0 place-items-center rounded-xl ${categoryTints[category]}`}
                      >
                        <Icon className="size-4.5" />
                      </span>
                      {tileWords[name]!.title}
                    </Link>
                  </li>
                );
              })}
          </ul>
        </section>
      ))}
    </section>
  );
}
