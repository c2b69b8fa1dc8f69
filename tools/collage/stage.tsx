// The stage of a collage: a preview of the result, above a strip that sets the order of the pictures.
import { fill, type Language } from 'contract/words.ts';
import { useRef, useState } from 'react';
import { Glyph } from 'ui/glyph.tsx';
import { IconButton } from 'ui/icon-button.tsx';
import { formatDimensions } from 'ui/measures.ts';
import { SortableStrip } from 'ui/pick/sortable-strip.tsx';
import type { StageProps } from 'ui/tool-screen.ts';
import { CollageCell } from './cell.tsx';
import { maxPictures, maxZoom, type View } from './contract.ts';
import { chooseUnit, innerSize, inPixels, type Layout, layOut, zoomView } from './lay-out.ts';
import { type Settings, sizeOf, toPayload } from './settings.ts';
import { useViews } from './use-views.ts';
import { words } from './words.ts';

const zoomStep = 1.25;
const paths = { out: 'M5 12h14', in: 'M5 12h14M12 5v14', reset: 'M4 5v5h5M4.6 10a8 8 0 1 1-.6 4' };

interface Carried {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  /** The id of the picture that it would be swapped with. */
  readonly over: string | undefined;
}

/** Returns the CSS width of the collage on the stage: it fits as a whole, except strips, which would be too thin and are scrolled. */
function fitWidth({ width, height }: Layout, layout: Settings['layout']): string {
  const ratio = width / height;
  const whole = `100cqh * ${ratio}`;
  if (layout === 'column') return `min(100cqw, max(${whole}, 18rem))`;
  if (layout === 'row') return `min(max(100cqw, 12rem * ${ratio}), ${whole})`;
  return `min(100cqw, ${whole})`;
}

export function Stage({ files: all, options, change, reorder, isBusy, language }: StageProps<Settings>) {
  const t = words[language];
  const frame = useRef<HTMLDivElement>(null);
  const [selectedId, select] = useState<string | undefined>(undefined);
  const [carried, carry] = useState<Carried | undefined>(undefined);
  const files = all.slice(0, maxPictures);
  const sizes = files.map(file => sizeOf(file.facts));
  const ids = files.map(file => file.id);
  const layout = layOut(sizes, options, 1000);
  const { unit } = chooseUnit(sizes, toPayload(options, ids));
  const result = inPixels(layOut(sizes, options, unit));
  const at = ids.indexOf(selectedId ?? '');
  const views = useViews(files, layout.cells, options);
  const setView = (id: string, view: View) => change({ views: { ...options.views, [id]: view } });

  /** Returns the picture of the topmost cell at a point of the viewport. */
  function findOver(clientX: number, clientY: number): string | undefined {
    const box = frame.current!.getBoundingClientRect();
    const x = ((clientX - box.left) / box.width) * layout.width;
    const y = ((clientY - box.top) / box.height) * layout.height;
    const index = layout.cells.findLastIndex(
      ({ left, top, width, height }) => x >= left && x < left + width && y >= top && y < top + height,
    );
    return ids[index];
  }

  function drop(id: string, isMeant: boolean): boolean {
    const over = carried?.id === id ? carried.over : undefined;
    carry(undefined);
    if (!over || !isMeant) return false;
    reorder(ids.map(one => (one === id ? over : one === over ? id : one)));
    return true;
  }

  const touch = options.layout === 'column' ? 'pan-y' : options.layout === 'row' ? 'pan-x' : 'none';
  const carriedFile = carried?.over ? files.find(file => file.id === carried.id) : undefined;
  return (
    <div
      className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto]"
      inert={isBusy}
      data-layout={options.layout}
    >
      <div
        className="grid min-h-0 overflow-auto bg-sunken p-5 [container-type:size] [place-content:safe_center]"
        onPointerDown={event => event.target === event.currentTarget && select(undefined)}
      >
        <section
          ref={frame}
          aria-label={t.collage}
          data-collage
          className={`relative overflow-hidden shadow-lift [container-type:inline-size] ${options.background === 'transparent' ? 'checkerboard' : ''}`}
          style={{
            aspectRatio: layout.width / layout.height,
            width: fitWidth(layout, options.layout),
            background: options.background === 'transparent' ? undefined : options.background,
          }}
        >
          {files.map((file, index) => (
            <CollageCell
              key={file.id}
              file={file}
              cell={layout.cells[index]!}
              layout={layout}
              view={views[index]!}
              label={fill(t.cellAt, { name: file.facts.name, position: index + 1, count: files.length })}
              note={t.notShown}
              isSelected={file.id === selectedId}
              isTarget={file.id === carried?.over}
              isLifted={carriedFile?.id === file.id}
              touch={touch}
              onSelect={() => select(file.id)}
              onView={view => setView(file.id, view)}
              onDrag={(x, y) => {
                const over = findOver(x, y);
                carry({ id: file.id, x, y, over: over === file.id ? undefined : over });
              }}
              onDrop={isMeant => drop(file.id, isMeant)}
            />
          ))}
        </section>
      </div>
      {carried && carriedFile?.address && (
        <img
          src={carriedFile.address}
          alt=""
          className="pointer-events-none fixed z-30 size-24 -translate-1/2 rounded-xl object-cover opacity-90 shadow-lift ring-2 ring-accent"
          style={{ left: carried.x, top: carried.y }}
        />
      )}
      <div className="border-t border-line bg-paper">
        <div className="flex min-h-11 items-center gap-1 ps-4 pe-2">
          <p className="min-w-0 flex-1 truncate text-[0.8125rem] text-soft tabular-nums">
            {files.length < 2 ? t.addMore : fill(t.resultSize, { size: formatDimensions(result.width, result.height) })}
          </p>
          <ZoomButtons
            view={views[at]}
            isMoved={options.views[ids[at]!] !== undefined}
            language={language}
            onZoom={zoom => setView(ids[at]!, zoomView(sizes[at]!, innerSize(layout.cells[at]!), views[at]!, zoom))}
            onReset={() => {
              const { [ids[at]!]: _, ...views } = options.views;
              change({ views });
            }}
          />
        </div>
        {files.length > 1 && (
          // Phones reorder pictures on the collage itself, except for strips, where a finger scrolls.
          <div className={touch === 'none' ? 'px-2 pb-1 max-sm:hidden' : 'px-2 pb-1'}>
            <OrderStrip {...{ files, selectedId, select, reorder, language }} />
          </div>
        )}
      </div>
    </div>
  );
}

interface ZoomProps {
  /** Of the selected picture; absent: none is selected. */
  view: View | undefined;
  /** Whether the picture was zoomed or moved. */
  isMoved: boolean;
  language: Language;
  onZoom: (zoom: number) => void;
  onReset: () => void;
}

function ZoomButtons({ view, isMoved, language, onZoom, onReset }: ZoomProps) {
  const t = words[language];
  const zoomBy = (factor: number) => view && onZoom(Math.min(maxZoom, Math.max(1, view.zoom * factor)));
  return (
    <>
      <IconButton
        size="sm"
        label={t.zoomOut}
        icon={<Glyph path={paths.out} strokeWidth={2.25} />}
        disabled={!view || view.zoom <= 1}
        onClick={() => zoomBy(1 / zoomStep)}
      />
      <IconButton
        size="sm"
        label={t.zoomIn}
        icon={<Glyph path={paths.in} strokeWidth={2.25} />}
        disabled={!view || view.zoom >= maxZoom}
        onClick={() => zoomBy(zoomStep)}
      />
      <IconButton
        size="sm"
        label={t.resetView}
        icon={<Glyph path={paths.reset} strokeWidth={2.25} />}
        disabled={!view || !isMoved}
        onClick={onReset}
      />
    </>
  );
}

interface OrderProps extends Pick<StageProps<Settings>, 'files' | 'reorder' | 'language'> {
  selectedId: string | undefined;
  select: (id: string) => void;
}

function OrderStrip({ files, selectedId, select, reorder, language }: OrderProps) {
  const t = words[language];
  return (
    <SortableStrip
      label={t.pictures}
      selectedId={selectedId}
      onSelect={select}
      onReorder={reorder}
      describe={(name, position, count) => fill(t.pictureAt, { name, position, count })}
      items={files.map(({ id, facts, address }) => ({
        id,
        name: facts.name,
        picture: address && (
          <img src={address} alt="" draggable={false} loading="lazy" className="size-full object-cover" />
        ),
      }))}
    />
  );
}
