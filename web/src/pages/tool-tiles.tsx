// The available tools as tiles, for pages that lead to them.

import { toolIcons } from 'virtual:tool-icons';
import { toolList } from 'virtual:tool-list';
import { Tile } from 'ui/tile.tsx';
import { useLanguageStore } from '../language-store.ts';
import { Link } from '../router/link.tsx';

export function ToolTiles() {
  const tileWords = useLanguageStore(state => state.tileWords);
  return (
    <ul className="mx-auto flex max-w-4xl flex-wrap gap-4">
      {toolList.map(tool => {
        const Icon = toolIcons[tool.icon]!;
        const { title, blurb } = tileWords[tool.name]!;
        return (
          // Tiles grow to fill the last row.
          <li key={tool.name} className="min-w-full flex-1 sm:min-w-72">
            <Link
              to={tool.route}
              className="card block h-full transition hover:border-line-strong/60 hover:shadow-lift"
            >
              <Tile category={tool.category} icon={<Icon />} title={title} blurb={blurb} isWide />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
