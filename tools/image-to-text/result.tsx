// The result of text recognition: the picture and its editable text side by side, on phones one above the other.
import { warningWords } from 'contract/warnings.ts';
import { fill, type Language } from 'contract/words.ts';
import { Redo2, SearchX, Undo2 } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { CopyButton } from 'ui/copy-button.tsx';
import { IconButton } from 'ui/icon-button.tsx';
import { isLocked, type ResultProps } from 'ui/tool-screen.ts';
import type { Page, ReadMeta } from './contract.ts';
import { blocksOf, isUnsure } from './page.ts';
import { PicturePane } from './picture-pane.tsx';
import {
  editedPage,
  keepsLinesIn,
  pageOfResult,
  rememberPage,
  type ScreenOptions,
  sheetOf,
  withPage,
} from './reading.ts';
import { placeOnSheet } from './sheet.ts';
import { TextPane } from './text-pane.tsx';
import { words } from './words.ts';
import { writePlain } from './write-text.ts';

type Words = (typeof words)['zh'];

interface Edits {
  readonly page: Page;
  readonly edit: (page: Page) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** Returns the current text with undo and redo. Edits are stored with the options, so that they survive a reload. */
function useEdits({ result, facts, options, change }: ResultProps<ScreenOptions>): Edits {
  const read = useMemo(() => pageOfResult(result), [result]);
  const page = useMemo(() => editedPage(options, facts, read), [options, facts, read]);
  const [past, setPast] = useState<readonly Page[]>([]);
  const [future, setFuture] = useState<readonly Page[]>([]);
  useEffect(() => rememberPage(facts, result), [facts, result]);
  const put = (next: Page) => change({ pages: withPage(options, facts, next) });
  return {
    page,
    edit(next) {
      setPast([...past, page]);
      setFuture([]);
      put(next);
    },
    undo() {
      const last = past.at(-1);
      if (!last) return;
      setPast(past.slice(0, -1));
      setFuture([page, ...future]);
      put(last);
    },
    redo() {
      const [next, ...rest] = future;
      if (!next) return;
      setPast([...past, page]);
      setFuture(rest);
      put(next);
    },
    canUndo: past.length > 0,
    canRedo: future.length > 0,
  };
}

type ToolsProps = Pick<ResultProps<ScreenOptions>, 'result' | 'download'> & { t: Words; text: string };

function Tools({ result, download, t, text }: ToolsProps) {
  return (
    <div className="flex flex-wrap items-center gap-1 border-b border-line p-2.5">
      {!isLocked(result) && <CopyButton readText={() => text} disabled={!text} words={t} />}
      {result.files.map((file, index) => {
        const kind = file.name.slice(file.name.lastIndexOf('.') + 1).toUpperCase();
        return (
          <Button
            key={file.path}
            size="sm"
            variant="secondary"
            aria-label={fill(t.download, { kind })}
            title={fill(t.download, { kind })}
            className="px-2.5!"
            onClick={() => download(index)}
          >
            {kind}
          </Button>
        );
      })}
    </div>
  );
}

function Nothing({ language }: { language: Language }) {
  const { sentence, remedy } = warningWords('no-text', language);
  return (
    <div className="grid flex-1 place-content-center justify-items-center gap-2 p-6 text-center">
      <SearchX aria-hidden className="size-8 text-soft" />
      <p className="font-semibold">{sentence}</p>
      <p className="max-w-xs text-sm text-soft text-balance">{remedy}</p>
    </div>
  );
}

export function Result(props: ResultProps<ScreenOptions>) {
  const { result, before, options, language, download } = props;
  const t = words[language];
  const edits = useEdits(props);
  const { page } = edits;
  // Only the first lines are known: they can be viewed but not edited.
  const isPart = isLocked(result);
  const sheet = useMemo(() => sheetOf(result.meta as ReadMeta), [result]);
  const keepsLines = keepsLinesIn(options);
  const pieces = useMemo(
    () => page.paragraphs.flatMap(each => each.pieces.map(piece => placeOnSheet(piece, sheet, each.page))),
    [page, sheet],
  );
  const text = useMemo(() => writePlain(blocksOf(page), keepsLines), [page, keepsLines]);
  const [pointed, setPointed] = useState<number>();
  const [chosen, setChosen] = useState<{ index: number; by: 'picture' | 'text' }>();
  const active = pointed ?? chosen?.index;
  return (
    <div className="grid size-full max-lg:grid-rows-[minmax(0,2fr)_minmax(0,3fr)] lg:grid-cols-[minmax(0,1fr)_minmax(17rem,44%)]">
      <PicturePane
        width={sheet.width}
        height={sheet.height}
        pieces={pieces}
        address={before}
        active={active}
        isCalled={chosen?.by === 'text'}
        onPoint={setPointed}
        onChoose={index => setChosen({ index, by: 'picture' })}
        words={t}
      />
      <div className="flex min-h-0 min-w-0 flex-col border-line max-lg:border-t lg:border-s">
        {pieces.length === 0 ? (
          <Nothing language={language} />
        ) : (
          <>
            <Tools result={result} download={download} t={t} text={text} />
            <TextPane
              page={page}
              keepsLines={keepsLines}
              active={active}
              isCalled={chosen?.by === 'picture'}
              onPoint={setPointed}
              onChoose={index => setChosen({ index, by: 'text' })}
              onEdit={isPart ? undefined : edits.edit}
              onUndo={edits.undo}
              onRedo={edits.redo}
              words={isPart ? { ...t, paneKeys: t.paneKeysPart } : t}
            />
            <div className="flex min-h-10 items-center gap-2 border-t border-line ps-4 pe-2 lg:min-h-12">
              <p className="flex-1 py-1.5 text-xs text-soft">
                {isPart ? t.partHint : pieces.some(isUnsure) ? `${t.editHint}${t.unsureAlso}` : t.editHint}
              </p>
              {!isPart && (
                <>
                  <IconButton
                    size="sm"
                    label={t.undo}
                    icon={<Undo2 className="size-4" />}
                    disabled={!edits.canUndo}
                    onClick={edits.undo}
                  />
                  <IconButton
                    size="sm"
                    label={t.redo}
                    icon={<Redo2 className="size-4" />}
                    disabled={!edits.canRedo}
                    onClick={edits.redo}
                  />
                </>
              )}
            </div>
          </>
        )}
      </div>
    </div>
  );
}
