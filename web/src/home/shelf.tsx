// All tools as tiles by category, with a search in both languages. A file can be dropped on a tile.

import { toolIcons } from 'virtual:tool-icons';
import { toolList } from 'virtual:tool-list';
import { categories, type ListedTool } from 'contract/tool.ts';
import { ArrowRight, Search } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useFileDrop } from 'ui/files/use-file-drop.ts';
import { useWords } from 'ui/language.tsx';
import { Tile } from 'ui/tile.tsx';
import { useLanguageStore } from '../language-store.ts';
import { Link } from '../router/link.tsx';
import { shellWords } from '../words/shell.ts';
import { planRows } from './plan-rows.ts';
import type { SearchHelp } from './search-help.tsx';
import { homeWords } from './words.ts';

// Column spans by the number of tiles in the row; spelled out, because Tailwind only finds literal class names.
const wideSpans: Record<number, string> = {
  1: 'lg:col-span-12',
  2: 'lg:col-span-6',
  3: 'lg:col-span-4',
  4: 'lg:col-span-3',
};
const middleSpans: Record<number, string> = { 1: 'sm:col-span-12', 2: 'sm:col-span-6', 3: 'sm:col-span-4' };

type ShelfTool = ListedTool & { title: string; blurb: string };
type Find = (tools: readonly ShelfTool[], query: string) => readonly ShelfTool[];

interface Loaded {
  readonly find: Find;
  readonly Help: typeof SearchHelp;
}

/** The search, its keywords and what it says are loaded when the user focuses the field. */
async function loadSearch(): Promise<Loaded> {
  const [{ searchTools }, { searchWords }, { SearchHelp: Help }] = await Promise.all([
    import('./search-tools.ts'),
    import('virtual:search-words'),
    import('./search-help.tsx'),
  ]);
  const withKeywords = (tool: ShelfTool) => ({ ...tool, keywords: searchWords[tool.name] ?? '' });
  return { find: (tools, query) => searchTools(tools.map(withKeywords), query), Help };
}

/** Used until the search has loaded, or without a network: searches the visible text of the tiles. */
const searchTitles: Find = (tools, query) =>
  tools.filter(({ title, blurb }) => `${title} ${blurb}`.toLowerCase().includes(query.trim().toLowerCase()));

export function Shelf() {
  const words = useWords(homeWords);
  const shell = useWords(shellWords);
  const tileWords = useLanguageStore(state => state.tileWords);
  const [query, setQuery] = useState('');
  const searchId = useId();
  const sectionRef = useRef<HTMLElement>(null);
  const [loaded, setLoaded] = useState<Loaded>();
  const tools = toolList.map(tool => ({
    ...tool,
    ...(tileWords[tool.name] ?? { title: tool.name, blurb: '' }),
  }));
  const isSearching = query.trim() !== '';
  const hits = isSearching ? (loaded?.find ?? searchTitles)(tools, query) : tools;

  function prepare() {
    if (loaded) return;
    loadSearch().then(setLoaded, error => {
      // import() throws a TypeError without a network; any other error is a bug.
      if (!(error instanceof TypeError)) throw error;
    });
  }

  function search(next: string) {
    setQuery(next);
    const section = sectionRef.current;
    // The results are below the field, so the field is scrolled up to make them visible.
    if (next && section && section.getBoundingClientRect().top > innerHeight / 3) {
      const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
      section.scrollIntoView({ block: 'start', behavior: isStill ? 'auto' : 'smooth' });
    }
  }

  return (
    <section ref={sectionRef} className="page scroll-mt-14 pt-8" aria-labelledby={`${searchId}-title`}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
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
            onFocus={prepare}
            onChange={event => search(event.target.value)}
            aria-label={words.search}
            placeholder={words.search}
            className="min-h-12 w-full rounded-full border border-line-strong/60 bg-paper ps-11 pe-4 text-[0.9375rem] transition hover:border-line-strong"
          />
        </span>
      </div>
      {isSearching ? (
        // Best match first, across categories. The minimum height keeps the page from jumping while typing.
        <div className="min-h-[60svh] pt-5">
          <Tiles tools={hits} />
          {loaded && <loaded.Help query={query} hasHits={hits.length > 0} onClear={() => setQuery('')} />}
        </div>
      ) : (
        categories.map(category => {
          const inCategory = tools.filter(tool => tool.category === category);
          if (inCategory.length === 0) return null;
          return (
            <div key={category} className="pt-5 not-first-of-type:pt-8">
              <h3 className="mb-3 font-semibold text-soft">{shell[category]}</h3>
              <Tiles tools={inCategory} />
            </div>
          );
        })
      )}
    </section>
  );
}

function Tiles({ tools }: { tools: readonly ShelfTool[] }) {
  const wide = planRows(tools.length, 4);
  const middle = planRows(tools.length, 3);
  return (
    <ul className="grid grid-cols-12 gap-3 sm:gap-4">
      {tools.map((tool, index) => (
        <li key={tool.name} className={`col-span-12 ${middleSpans[middle[index]!]} ${wideSpans[wide[index]!]}`}>
          <ToolTile tool={tool} isAlone={tools.length === 1} />
        </li>
      ))}
    </ul>
  );
}

/** A tile that opens its tool and accepts dropped files. */
function ToolTile({ tool, isAlone }: { tool: ShelfTool; isAlone: boolean }) {
  const tileRef = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const { isOver } = useFileDrop(tileRef, files => {
    // Loaded on the first drop, because the page does not need it before.
    void import('../work/take-files.ts').then(({ takeFilesSoon }) => takeFilesSoon(files, tool.name));
    navigate(tool.route);
  });
  const Icon = toolIcons[tool.icon]!;
  return (
    <div ref={tileRef} className="h-full">
      <Link
        to={tool.route}
        className={`card group block h-full transition duration-200 ease-calm hover:-translate-y-0.5 hover:border-line-strong/60 hover:shadow-lift ${isOver ? 'border-accent! bg-accent-soft! shadow-lift' : ''}`}
      >
        <Tile
          category={tool.category}
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
    </div>
  );
}
