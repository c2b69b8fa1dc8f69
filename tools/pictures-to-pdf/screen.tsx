// The options of a PDF from pictures: paper, orientation and margin, with the pages in their order.
import { fill } from 'contract/words.ts';
import { useState } from 'react';
import { Segmented } from 'ui/fields/segmented.tsx';
import { SortableStrip } from 'ui/pick/sortable-strip.tsx';
import { NotedPicture } from 'ui/picture/noted-picture.tsx';
import { defineScreen, type OptionsProps, type ResultProps, type StageProps } from 'ui/tool-screen.ts';
import { asks, margins, maxPages, orientations, type PdfOptions, pageSizes } from './contract.ts';
import { layOutPage } from './page-layout.ts';
import { words } from './words.ts';

function Options({ options, change, language }: OptionsProps<PdfOptions>) {
  const t = words[language];
  return (
    <div className="grid gap-5">
      <Segmented
        label={t.pageSize}
        value={options.pageSize}
        segments={pageSizes.map(value => ({ value, label: t[value] }))}
        onChange={pageSize => change({ pageSize })}
      />
      {options.pageSize !== 'picture' && (
        <Segmented
          label={t.orientation}
          value={options.orientation}
          segments={orientations.map(value => ({ value, label: t[value] }))}
          onChange={orientation => change({ orientation })}
        />
      )}
      <Segmented
        label={t.margin}
        value={options.margin}
        segments={margins.map(value => ({ value, label: t[value] }))}
        onChange={margin => change({ margin })}
      />
    </div>
  );
}

function Stage({ files, options, reorder, language }: StageProps<PdfOptions>) {
  const t = words[language];
  const [selectedId, select] = useState<string | undefined>(undefined);
  const at = Math.max(
    0,
    files.findIndex(file => file.id === selectedId),
  );
  const file = files[at];
  const { width = 3, height = 4 } = file?.facts ?? {};
  const page = layOutPage({ width, height }, options);
  const ratio = page.width / page.height;
  const share = (points: number, of: number) => `${(points / of) * 100}%`;
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)_auto]">
      <div className="grid min-h-0 place-content-center bg-sunken p-5 [container-type:size]">
        <div
          role="img"
          aria-label={fill(t.pageOf, { position: at + 1, count: files.length })}
          className="relative bg-white shadow-lift ring-1 ring-line"
          style={{ aspectRatio: ratio, width: `min(100cqw - 2.5rem, (100cqh - 2.5rem) * ${ratio})` }}
        >
          {file?.address ? (
            <img
              src={file.address}
              alt=""
              draggable={false}
              className="absolute max-w-none"
              style={{
                left: share(page.box.x, page.width),
                bottom: share(page.box.y, page.height),
                width: share(page.box.width, page.width),
                height: share(page.box.height, page.height),
              }}
            />
          ) : (
            <p className="absolute inset-0 grid place-content-center p-4 text-center text-sm text-black/70">
              {t.notShown}
            </p>
          )}
        </div>
      </div>
      <div className="border-t border-line bg-paper px-2 py-1">
        <SortableStrip
          label={t.pages}
          selectedId={file?.id}
          onSelect={select}
          onReorder={reorder}
          describe={(name, position, count) => fill(t.pageAt, { name, position, count })}
          items={files.map(({ id, facts, address }) => ({
            id,
            name: facts.name,
            picture: address && (
              <img src={address} alt="" draggable={false} loading="lazy" className="size-full object-cover" />
            ),
          }))}
        />
      </div>
    </div>
  );
}

function Result({ result, fileIndex, language, note }: ResultProps<PdfOptions>) {
  const t = words[language];
  const file = result.files[fileIndex] ?? result.files[0];
  const page = fill(t.pageOf, { position: 1, count: Number(result.meta?.pages) });
  return (
    <NotedPicture
      address={file?.previewUrl || undefined}
      alt={`${file?.name}: ${page}`}
      note={
        <>
          <p>{page}</p>
          {note}
        </>
      }
      ground="p-5"
      look="max-h-[calc(100cqh-2.5rem)] max-w-[calc(100cqw-2.5rem)] bg-white shadow-lift"
    />
  );
}

export const screen = defineScreen<PdfOptions>({
  Options,
  Stage,
  Result,
  siblings: { field: 'list', kind: 'join', max: maxPages, isWanted: () => true },
  asks,
  defaultOptions: () => ({ pageSize: 'a4', orientation: 'auto', margin: 'small' }),
  runLabel: (_options, count, language) =>
    count > 1 ? fill(words[language].runMany, { count }) : words[language].runOne,
  optionsLabel: ({ pageSize }, language) => `PDF · ${words[language][pageSize]}`,
});
