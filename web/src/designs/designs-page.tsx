// The list of design templates: categories, search and sizes. Every tile has its size before its image has loaded.

import {
  type DesignCategory,
  type DesignSize,
  designCategories,
  designCategoryIds,
  designSizes,
} from 'contract/artwork/designs.ts';
import { type DesignEntry, designList } from 'contract/routes/designs.ts';
import { fill } from 'contract/words.ts';
import { FolderOpen, Search, SearchX, WifiOff } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from 'ui/button.tsx';
import { joinClasses } from 'ui/classes.ts';
import { Select } from 'ui/fields/select.tsx';
import { useFileDrop } from 'ui/files/use-file-drop.ts';
import { useLanguage, useWords } from 'ui/language.tsx';
import { EmptyState } from 'ui/panels/empty-state.tsx';
import { useStrip } from 'ui/pick/use-strip.ts';
import { call } from '../api.ts';
import { CallError } from '../failures/call-error.ts';
import { countLeftFiles, leaveFiles } from '../files/left-files.ts';
import type { PageProps } from '../route.ts';
import { Link } from '../router/link.tsx';
import { designWords } from './words.ts';

const OpenTemplate = lazy(async () => ({ default: (await import('./open-template.tsx')).OpenTemplate }));

/** Approximate row height in rem; the tiles share the width according to their aspect ratios. */
const rowRem = 15;
const phoneRowRem = 9.5;
/** Aspect ratios of the placeholder tiles. */
const skeletonRatios = [0.71, 1, 2.4, 0.75, 1.78, 0.71, 1, 1.67, 0.75, 2.35, 1, 0.71, 1.78, 1, 0.75, 3];

const sizeOf = (entry: DesignEntry) => `${entry.width}x${entry.height}`;

/** Returns whether every word of the query occurs in the template's searchable text. */
const isFound = ({ keywords }: DesignEntry, words: readonly string[]) =>
  words.every(word => keywords.toLowerCase().includes(word));

/** The order changes daily. */
const seedOfToday = () => Math.floor(Date.now() / 86_400_000);

/** `entries` is undefined while loading, and null if loading failed. */
function useDesigns(): { entries: readonly DesignEntry[] | null | undefined; load: () => void } {
  const language = useLanguage();
  const [entries, setEntries] = useState<readonly DesignEntry[] | null>();
  const load = useCallback(() => {
    const controller = new AbortController();
    setEntries(undefined);
    call(designList, {
      query: { seed: seedOfToday() },
      headers: { lang: language },
      handleErrors: true,
      signal: controller.signal,
    })
      .then(({ list }) => setEntries(list))
      .catch((error: unknown) => {
        if (controller.signal.aborted) return;
        if (!(error instanceof CallError || error instanceof TypeError)) throw error;
        setEntries(null);
      });
    return () => controller.abort(new DOMException('left', 'AbortError'));
  }, [language]);
  useEffect(load, [load]);
  return { entries, load };
}

export function DesignsPage({ route }: PageProps) {
  const t = useWords(designWords);
  const language = useLanguage();
  const { entries, load } = useDesigns();
  const navigate = useNavigate();
  const search = new URLSearchParams(useLocation().search);
  const [isOpening, setIsOpening] = useState(false);
  const [waitingCount, setWaitingCount] = useState(countLeftFiles);
  // The address follows the field later: a field that waited for it would lose letters that are typed quickly.
  const [typed, setTyped] = useState(search.get('q') ?? '');
  const [query, size] = [search.get('q') ?? '', search.get('size') ?? ''];
  const category = designCategoryIds.find(id => id === search.get('type'));
  const set = (name: 'q' | 'size' | 'type', value: string) => {
    if (value) search.set(name, value);
    else search.delete(name);
    navigate({ search: search.toString() }, { replace: true });
  };
  const showAll = () => {
    setTyped('');
    navigate({ search: '' }, { replace: true });
  };
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = (entries ?? []).filter(
    entry => (!category || entry.typeId === category) && (!size || sizeOf(entry) === size) && isFound(entry, words),
  );
  const sizes = Object.values(designSizes).filter(one =>
    (entries ?? []).some(entry => entry.width === one.width && entry.height === one.height),
  );
  const { isOver } = useFileDrop(null, files => {
    leaveFiles(files);
    setWaitingCount(countLeftFiles());
  });
  return (
    <div data-tool-page className="page pt-5 pb-16 sm:pt-6">
      <header className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 max-sm:basis-full">
          <h1 className="text-2xl leading-tight font-extrabold tracking-tight sm:text-[1.75rem]">
            {route.title[language]}
          </h1>
          <p className="mt-0.5 text-[0.9375rem] text-soft">{t.lead}</p>
        </div>
        <Button
          variant="secondary"
          icon={<FolderOpen aria-hidden className="size-4.5" />}
          onClick={() => setIsOpening(true)}
        >
          {t.openOwn}
        </Button>
      </header>
      <SearchRow
        typed={typed}
        onType={text => {
          setTyped(text);
          set('q', text);
        }}
        size={size}
        sizes={sizes}
        onSize={value => set('size', value)}
      />
      <Categories category={category} onChoose={id => set('type', id)} />
      {/* One line high, so that the rows do not move when the number appears. */}
      <p role="status" className="mt-2 min-h-6 text-sm text-soft">
        {entries && (waitingCount > 0 ? t.waiting : fill(t.count, { count: shown.length }))}
      </p>
      <div
        className={joinClasses('mt-3 min-h-[70svh] rounded-2xl', isOver && 'outline-2 outline-accent outline-dashed')}
      >
        {entries === null ? (
          <EmptyState
            icon={<WifiOff />}
            title={t.failed}
            text={t.failedNext}
            actions={<Button onClick={load}>{t.retry}</Button>}
          />
        ) : entries && shown.length === 0 ? (
          <EmptyState
            icon={<SearchX />}
            title={query ? fill(t.none, { query }) : t.noneHere}
            text={t.noneNext}
            actions={
              <Button variant="secondary" onClick={showAll}>
                {t.showAll}
              </Button>
            }
          />
        ) : (
          <Rows entries={entries && shown} label={t.loading} />
        )}
      </div>
      <Suspense fallback={null}>{isOpening && <OpenTemplate onClose={() => setIsOpening(false)} />}</Suspense>
    </div>
  );
}

interface SearchRowProps {
  typed: string;
  onType: (text: string) => void;
  /** As in the address: "1080x1080", or empty. */
  size: string;
  /** Those that a template has. */
  sizes: readonly (typeof designSizes)[DesignSize][];
  onSize: (size: string) => void;
}

function SearchRow({ typed, onType, size, sizes, onSize }: SearchRowProps) {
  const t = useWords(designWords);
  const language = useLanguage();
  return (
    <div className="mt-5 flex gap-3 max-sm:flex-col sm:items-end">
      <label className="relative min-w-0 flex-1">
        <span className="sr-only">{t.search}</span>
        <Search aria-hidden className="absolute inset-y-0 start-4 my-auto size-5 text-soft" />
        <input
          type="search"
          value={typed}
          placeholder={t.search}
          onChange={event => onType(event.target.value)}
          className="min-h-12 w-full rounded-full border border-line-strong/60 bg-paper ps-11 pe-4 text-[0.9375rem] transition hover:border-line-strong"
        />
      </label>
      <div className="sm:w-56">
        <Select
          label={t.size}
          value={size}
          choices={[
            { value: '', label: t.anySize },
            ...sizes.map(one => ({
              value: `${one.width}x${one.height}`,
              label: `${one.name[language]} · ${one.width} × ${one.height}`,
            })),
          ]}
          onChange={onSize}
        />
      </div>
    </div>
  );
}

interface CategoriesProps {
  category: DesignCategory | undefined;
  /** Empty: all. */
  onChoose: (category: DesignCategory | '') => void;
}

function Categories({ category, onChoose }: CategoriesProps) {
  const t = useWords(designWords);
  const language = useLanguage();
  const strip = useRef<HTMLFieldSetElement>(null);
  useStrip(strip, category ?? '');
  return (
    <fieldset ref={strip} className="mt-4 -mx-1 flex min-w-0 gap-2 overflow-x-auto px-1 pb-2">
      <legend className="sr-only">{t.categories}</legend>
      <Chip label={t.all} isChosen={!category} onChoose={() => onChoose('')} />
      {designCategoryIds.map(id => (
        <Chip
          key={id}
          label={designCategories[id][language]}
          isChosen={category === id}
          onChoose={() => onChoose(id)}
        />
      ))}
    </fieldset>
  );
}

function Chip({ label, isChosen, onChoose }: { label: string; isChosen: boolean; onChoose: () => void }) {
  return (
    <label
      className={joinClasses(
        'inline-flex min-h-10 shrink-0 cursor-pointer items-center rounded-full border px-4 text-sm whitespace-nowrap transition has-focus-visible:outline-3 has-focus-visible:outline-accent-ink',
        isChosen
          ? 'border-accent bg-accent-soft font-bold text-accent-ink'
          : 'border-line font-medium hover:border-line-strong',
      )}
    >
      <input type="radio" name="design-category" checked={isChosen} onChange={onChoose} className="sr-only" />
      {label}
    </label>
  );
}

/** Tiles in rows of equal height, each as wide as its aspect ratio requires. */
const boxStyle = (ratio: number) => ({
  flexGrow: ratio,
  '--wide': `${(ratio * rowRem).toFixed(2)}rem`,
  '--narrow': `${(ratio * phoneRowRem).toFixed(2)}rem`,
});

function Rows({ entries, label }: { entries: readonly DesignEntry[] | undefined; label: string }) {
  const item = 'min-w-0 max-w-full basis-(--narrow) sm:basis-(--wide)';
  // Keeps the tiles of the last row from growing.
  const filler = <li aria-hidden className="h-0 grow-[1000]" />;
  if (!entries)
    return (
      <ul aria-busy aria-label={label} className="flex flex-wrap gap-3 sm:gap-4">
        {skeletonRatios.map((ratio, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders without content.
          <li key={index} className={item} style={boxStyle(ratio)}>
            <div className="animate-pulse rounded-2xl bg-sunken" style={{ aspectRatio: ratio }} />
            <div className="h-9" />
          </li>
        ))}
        {filler}
      </ul>
    );
  return (
    <ul className="flex flex-wrap gap-3 sm:gap-4">
      {entries.map(entry => (
        <li key={entry.id} className={item} style={boxStyle(entry.width / entry.height)}>
          <DesignCard entry={entry} />
        </li>
      ))}
      {filler}
    </ul>
  );
}

function DesignCard({ entry }: { entry: DesignEntry }) {
  const { id, title, cover, width, height } = entry;
  return (
    <Link to={`/editor/design/${id}`} className="group block rounded-2xl">
      <span
        className="grid place-items-center overflow-hidden rounded-2xl border border-line bg-sunken transition group-hover:shadow-lift"
        style={{ aspectRatio: width / height }}
      >
        <img
          src={cover}
          alt=""
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
          className="size-full object-cover transition duration-300 group-hover:scale-[1.02]"
        />
      </span>
      <span className="flex h-9 items-center gap-2 px-1 text-[0.8125rem]">
        <span className="truncate font-medium">{title}</span>
        <span aria-hidden className="ms-auto hidden shrink-0 text-soft tabular-nums sm:group-hover:inline">
          {width} × {height}
        </span>
      </span>
    </Link>
  );
}
