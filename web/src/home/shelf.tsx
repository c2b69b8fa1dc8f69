// All tools as tiles by category, with a search over both languages.

import { catalogue } from 'virtual:catalogue';
import { toolIcons } from 'virtual:tool-icons';
import { type Category, categories } from 'contract/tool.ts';
import { fill } from 'contract/words.ts';
import { ArrowRight, Search, SearchX } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { EmptyState } from 'ui/empty-state.tsx';
import { useWords } from 'ui/language.tsx';
import { Tile } from 'ui/tile.tsx';
import { useLanguageStore } from '../language-store.ts';
import { Link } from '../router/link.tsx';
import { shellWords } from '../words/shell.ts';
import { planRows } from './plan-rows.ts';
import { searchTools } from './search-tools.ts';
import { homeWords } from './words.ts';

// Spans by how many tiles share the row; written out, as Tailwind reads class names and does not run code.
const wideSpans: Record<number, string> = {
  1: 'lg:col-span-12',
  2: 'lg:col-span-6',
  3: 'lg:col-span-4',
  4: 'lg:col-span-3',
};
const middleSpans: Record<number, string> = { 1: 'sm:col-span-12', 2: 'sm:col-span-6', 3: 'sm:col-span-4' };

export function Shelf() {
  const words = useWords(homeWords);
  const shell = useWords(shellWords);
  const tileWords = useLanguageStore(state => state.tileWords);
  const [query, setQuery] = useState('');
  const searchId = useId();
  const tools = catalogue.map(tool => ({
    ...tool,
    ...(tileWords[tool.name] ?? { title: tool.name, blurb: '', keywords: '' }),
  }));
  const hits = searchTools(tools, query);

  return (
    <section className="page pt-14" aria-labelledby={`${searchId}-title`}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id={`${searchId}-title`} className="text-2xl font-bold tracking-tight">
          {words.tools}
        </h2>
        <span className="relative w-full sm:w-80">
          <Search
            aria-hidden
            className="pointer-events-none absolute start-4 top-1/2 size-4.5 -translate-y-1/2 text-soft"
          />
          <input
            type="search"
            value={query}
            onChange={event => setQuery(event.target.value)}
            aria-label={words.search}
            placeholder={words.search}
            className="min-h-12 w-full rounded-full border border-line-strong/60 bg-paper ps-11 pe-4 text-[0.9375rem] transition hover:border-line-strong"
          />
        </span>
      </div>
      {hits.length === 0 && (
        <EmptyState
          icon={<SearchX />}
          title={fill(words.noHit, { query })}
          text={words.noHitNext}
          actions={
            <Button variant="secondary" onClick={() => setQuery('')}>
              {words.clearSearch}
            </Button>
          }
        />
      )}
      {categories.map(category => {
        const inCategory = hits.filter(tool => tool.category === category);
        if (inCategory.length === 0) return null;
        return <CategoryTiles key={category} category={category} title={shell[category]} tools={inCategory} />;
      })}
    </section>
  );
}

interface CategoryTilesProps {
  category: Category;
  title: string;
  tools: readonly { name: string; route: string; icon: string; title: string; blurb: string }[];
}

function CategoryTiles({ category, title, tools }: CategoryTilesProps) {
  const wide = planRows(tools.length, 4);
  const middle = planRows(tools.length, 3);
  return (
    <div className="pt-8">
      <h3 className="mb-3.5 font-semibold text-soft">{title}</h3>
      <ul className="grid grid-cols-12 gap-3 sm:gap-4">
        {tools.map((tool, index) => {
          const Icon = toolIcons[tool.icon]!;
          const isAlone = tools.length === 1;
          return (
            <li key={tool.name} className={`col-span-12 ${middleSpans[middle[index]!]} ${wideSpans[wide[index]!]}`}>
              <Link
                to={tool.route}
                className="card group block h-full transition duration-200 ease-calm hover:-translate-y-0.5 hover:border-line-strong/60 hover:shadow-lift"
              >
                <Tile
                  category={category}
                  icon={<Icon />}
                  title={tool.title}
                  blurb={tool.blurb}
                  isWide={isAlone}
                  aside={
                    isAlone && (
                      <ArrowRight
                        aria-hidden
                        className="size-5 shrink-0 text-soft transition group-hover:translate-x-1 group-hover:text-ink"
                      />
                    )
                  }
                />
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
