// The list of drawings: a card per run, with its pictures and their actions.
import { styleNames } from 'contract/drawing.ts';
import { type DrawingEntry, shapes } from 'contract/drawing-wish.ts';
import { warningWords } from 'contract/warnings.ts';
import { fill, type Language } from 'contract/words.ts';
import { Download, Expand, ImageUp, Maximize2, Pencil, RefreshCw, Shuffle, Trash2, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { IconButton } from 'ui/icon-button.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';
import { ProgressBar } from 'ui/progress.tsx';
import { words } from './words.ts';

type T = (typeof words)['en'];

/** The price of a drawing shown as a preview, and the label of the button that pays for it and downloads it. */
interface Lock {
  readonly note: string;
  readonly label: string;
}

export interface ResultActions {
  readonly findLock: (entry: DrawingEntry) => Lock | undefined;
  readonly onUnlock: (id: string) => void;
  /** Called when the link of a picture has expired. */
  readonly onExpired: (id: string) => void;
  readonly onAgain: (id: string) => void;
  readonly onVary: (id: string, index: number) => void;
  readonly onDownload: (id: string, index: number) => void;
  readonly onHandOn: (id: string, index: number, tool: string) => void;
  readonly onCancel: (id: string) => void;
  readonly onRemove: (id: string) => void;
  readonly onReuse: (id: string) => void;
  /** Names of the tools that accept a drawing. */
  readonly takers: readonly string[];
}

interface CardProps extends ResultActions {
  readonly entry: DrawingEntry;
  readonly language: Language;
}

const labelOf = ({ wish, style }: DrawingEntry, language: Language, t: T) =>
  fill(t.pictureOf, { style: style ? styleNames[style][language] : t.styleAuto, prompt: wish.prompt });

function Tile({
  entry,
  index,
  language,
  onOpen,
  onExpired,
  children,
}: {
  entry: DrawingEntry;
  index: number;
  language: Language;
  onOpen: () => void;
  onExpired: () => void;
  /** Buttons for the full picture; absent while only a preview is shown. */
  children: ReactNode;
}) {
  const t = words[language];
  const file = entry.files[index];
  const [failed, setFailed] = useState<string>();
  // A drawing server may have chosen another size.
  const [asWished, asWide] = shapes[entry.wish.shape];
  const { width = asWished, height = asWide } = file ?? {};
  const stored = (file?.url ?? file?.previewUrl) || undefined;
  const isGone = stored !== undefined && stored === failed;
  const address = isGone ? entry.thumbs[index] : (stored ?? entry.thumbs[index]);
  return (
    <li className="group relative overflow-hidden rounded-2xl border border-line bg-sunken">
      <button type="button" className="block w-full" aria-label={t.open} onClick={onOpen} disabled={!address}>
        {address ? (
          <img
            src={address}
            alt={labelOf(entry, language, t)}
            width={width}
            height={height}
            loading="lazy"
            onError={() => {
              setFailed(stored);
              if (!isGone) onExpired();
            }}
            className="w-full"
          />
        ) : (
          <span className="grid min-h-40 place-items-center text-sm text-soft">{t.gone}</span>
        )}
      </button>
      {isGone && (
        <span className="absolute start-3 top-3 rounded-full bg-paper px-2.5 py-1 text-xs font-medium">{t.gone}</span>
      )}
      {!isGone && file && children && (
        <div className="flex flex-wrap gap-1 border-t border-line bg-paper p-1.5">{children}</div>
      )}
    </li>
  );
}

function Nothing({ language }: { language: Language }) {
  const { sentence, remedy } = warningWords('nothing-understood', language);
  return (
    <p className="text-sm text-soft">
      <span className="block font-medium text-warn">{sentence}</span>
      {remedy}
    </p>
  );
}

/** What the result of a drawing server says about itself. */
function Told({ entry: { told, sent }, language }: { entry: DrawingEntry; language: Language }) {
  const t = words[language];
  const stop = language === 'zh' ? '。' : '. ';
  return (
    <>
      {told?.codes.map(code => {
        const { sentence, remedy } = warningWords(code, language, told.meta);
        return (
          <p key={code} className="text-sm text-soft wrap-anywhere">
            <span className="font-medium text-warn">{sentence}</span>
            {remedy && `${stop}${remedy}`}
          </p>
        );
      })}
      {sent && (
        <p className="text-[0.8125rem] text-soft wrap-anywhere" lang="en">
          <span lang={language}>{t.sent}</span>
          {sent.prompt}
        </p>
      )}
      {sent?.negativePrompt && (
        <p className="text-[0.8125rem] text-soft wrap-anywhere" lang="en">
          <span lang={language}>{t.sentNegative}</span>
          {sent.negativePrompt}
        </p>
      )}
    </>
  );
}

function Busy({ entry, language, onCancel }: CardProps) {
  const t = words[language];
  const [width, height] = shapes[entry.wish.shape];
  const said =
    entry.phase === 'waiting'
      ? entry.position
        ? fill(t.waitingAt, { count: entry.position })
        : t.waiting
      : fill(t.drawing, { percent: Math.round(entry.percent) });
  return (
    <div className="grid gap-3">
      {/* As wide as the pictures that take these places. */}
      <div className={`grid gap-3 ${entry.wish.count > 1 ? 'sm:grid-cols-2' : 'max-w-xl'}`}>
        {Array.from({ length: entry.wish.count }, (_, i) => `${entry.id}-${i}`).map(key => (
          <div key={key} className="relative overflow-hidden rounded-2xl border border-line bg-sunken">
            <div
              className={entry.preview ? '' : 'animate-pulse bg-line'}
              style={{ aspectRatio: `${width} / ${height}` }}
            >
              {entry.preview && (
                <img src={entry.preview} alt={t.unfinished} className="size-full scale-110 object-cover blur-[6px]" />
              )}
            </div>
            {entry.preview && (
              <span
                aria-hidden
                className="absolute start-3 bottom-3 rounded-full bg-paper/90 px-2.5 py-1 text-xs font-medium tabular-nums"
              >
                {Math.round(entry.percent)}%
              </span>
            )}
          </div>
        ))}
      </div>
      <div className="flex items-center gap-3">
        <ProgressBar percent={entry.phase === 'waiting' ? null : entry.percent} label={said} className="flex-1" />
        <span role="status" className="text-sm text-soft tabular-nums">
          {said}
        </span>
        <Button size="sm" variant="secondary" icon={<X className="size-4" />} onClick={() => onCancel(entry.id)}>
          {t.cancel}
        </Button>
      </div>
    </div>
  );
}

function Notes({ entry, language }: { entry: DrawingEntry; language: Language }) {
  const t = words[language];
  const separator = language === 'zh' ? '、' : ', ';
  const problem =
    entry.phase === 'cancelled' ? t.cancelled : entry.phase === 'failed' ? (entry.problem ?? t.failed) : undefined;
  return (
    <>
      {problem && <p className={entry.phase === 'failed' ? 'text-sm text-bad' : 'text-sm text-soft'}>{problem}</p>}
      {entry.phase === 'done' && entry.hasNothing && <Nothing language={language} />}
      {entry.phase === 'done' && !entry.hasNothing && entry.unknown.length > 0 && (
        <p className="text-sm text-soft">{fill(t.unknown, { words: entry.unknown.join(separator) })}</p>
      )}
      {entry.phase === 'done' && <Told entry={entry} language={language} />}
    </>
  );
}

function CardHead({ entry, language, onReuse, onRemove }: CardProps) {
  const t = words[language];
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 font-medium wrap-anywhere">{entry.wish.prompt}</p>
        <p className="mt-0.5 text-[0.8125rem] text-soft tabular-nums">
          {[
            entry.style ? styleNames[entry.style][language] : undefined,
            t[entry.wish.shape],
            entry.seeds[0] === undefined ? undefined : fill(t.seedOf, { seed: entry.seeds[0] }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <IconButton size="sm" label={t.reuse} icon={<Pencil className="size-4" />} onClick={() => onReuse(entry.id)} />
      <IconButton size="sm" label={t.remove} icon={<Trash2 className="size-4" />} onClick={() => onRemove(entry.id)} />
    </div>
  );
}

function TileDeeds({ entry, language, index, takers, onDownload, onVary, onHandOn }: CardProps & { index: number }) {
  const t = words[language];
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        className="px-2.5!"
        icon={<Download className="size-4" />}
        onClick={() => onDownload(entry.id, index)}
      >
        {t.download}
      </Button>
      <Button
        size="sm"
        variant="quiet"
        className="px-2.5!"
        icon={<Shuffle className="size-4" />}
        onClick={() => onVary(entry.id, index)}
      >
        {t.vary}
      </Button>
      {takers.includes('up-scale') && (
        <IconButton
          size="sm"
          label={t.enlarge}
          icon={<Maximize2 className="size-4" />}
          onClick={() => onHandOn(entry.id, index, 'up-scale')}
        />
      )}
      {takers.includes('image-expand') && (
        <IconButton
          size="sm"
          label={t.expand}
          icon={<Expand className="size-4" />}
          onClick={() => onHandOn(entry.id, index, 'image-expand')}
        />
      )}
      {takers.includes('image-editor') && (
        <IconButton
          size="sm"
          label={t.edit}
          icon={<ImageUp className="size-4" />}
          onClick={() => onHandOn(entry.id, index, 'image-editor')}
        />
      )}
    </>
  );
}

function CardDeeds({ entry, language, lock, onUnlock, onReuse, onAgain }: CardProps & { lock: Lock | undefined }) {
  const t = words[language];
  return (
    <div className="flex flex-wrap gap-2">
      {lock && (
        <Button size="sm" icon={<Download className="size-4" />} onClick={() => onUnlock(entry.id)}>
          {lock.label}
        </Button>
      )}
      {!lock && entry.files.length > 1 && (
        <Button size="sm" icon={<Download className="size-4" />} onClick={() => onUnlock(entry.id)}>
          {fill(t.downloadAll, { count: entry.files.length })}
        </Button>
      )}
      <Button
        size="sm"
        variant="secondary"
        icon={entry.needsChange ? <Pencil className="size-4" /> : <RefreshCw className="size-4" />}
        onClick={() => (entry.needsChange ? onReuse : onAgain)(entry.id)}
      >
        {entry.needsChange ? t.changePrompt : t.again}
      </Button>
    </div>
  );
}

function Card(props: CardProps) {
  const { entry, language, findLock, onExpired } = props;
  const t = words[language];
  const [opened, setOpened] = useState<number>();
  const isBusy = entry.phase === 'waiting' || entry.phase === 'running';
  const shown =
    opened === undefined
      ? undefined
      : (entry.files[opened]?.url ?? entry.files[opened]?.previewUrl) || entry.thumbs[opened];
  const lock = findLock(entry);
  const pictures = Math.max(entry.files.length, entry.thumbs.length);
  const notes = <Notes entry={entry} language={language} />;
  return (
    <li className="grid gap-3 rounded-card border border-line bg-paper p-4 shadow-card" data-phase={entry.phase}>
      <CardHead {...props} />
      {isBusy ? (
        <Busy {...props} />
      ) : (
        <>
          {pictures === 0 && notes}
          {pictures > 0 && (
            <ul className={`grid gap-3 ${pictures > 1 ? 'sm:grid-cols-2' : 'max-w-xl'}`}>
              {Array.from({ length: pictures }, (_, i) => i).map(index => (
                <Tile
                  key={`${entry.id}-${index}`}
                  {...{ entry, index, language }}
                  onOpen={() => setOpened(index)}
                  onExpired={() => onExpired(entry.id)}
                >
                  {lock === undefined && <TileDeeds {...props} index={index} />}
                </Tile>
              ))}
            </ul>
          )}
          {/* Below, so that the finished picture is where the unfinished one was. */}
          {pictures > 0 && notes}
          {lock && <p className="text-sm text-balance text-soft">{lock.note}</p>}
          <CardDeeds {...props} lock={lock} />
        </>
      )}
      <Dialog isOpen={shown !== undefined} onClose={() => setOpened(undefined)} title={t.open} closeLabel={t.close}>
        {shown && <img src={shown} alt={labelOf(entry, language, t)} className="w-full rounded-xl" />}
      </Dialog>
    </li>
  );
}

export function Results({
  entries,
  language,
  ...actions
}: ResultActions & { entries: readonly DrawingEntry[]; language: Language }) {
  return (
    <ul className="grid gap-4">
      {entries.map(entry => (
        <Card key={entry.id} entry={entry} language={language} {...actions} />
      ))}
    </ul>
  );
}
