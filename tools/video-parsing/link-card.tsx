// The card of one link: its files in every quality, with their buttons.
import type { Task } from 'contract/task.ts';
import { fill, type Language } from 'contract/words.ts';
import { CircleAlert, Clapperboard, Copy, Download, FileDown, Images, Music, RotateCcw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'ui/button.tsx';
import { CopyButton } from 'ui/copy-button.tsx';
import { IconButton } from 'ui/icon-button.tsx';
import { formatBytes, formatDimensions } from 'ui/measures.ts';
import { Disclosure } from 'ui/panels/disclosure.tsx';
import { ProgressBar } from 'ui/progress.tsx';
import { words } from './words.ts';

/** State of one link on the page, from submission to result. */
export interface LinkEntry {
  readonly id: string;
  readonly link: string;
  readonly phase: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly percent: number;
  readonly task?: Task;
  /** The error message. */
  readonly problem?: string;
  /** Playlists being converted to MP4: progress in percent by index of the file. */
  readonly saving: Readonly<Record<number, number>>;
}

export interface CardActions {
  readonly onCancel: (id: string) => void;
  readonly onRetry: (id: string) => void;
  readonly onRemove: (id: string) => void;
  readonly onDownload: (id: string, fileIndex: number) => void;
  readonly onDownloadAll: (id: string) => void;
  readonly onDownloadCover: (id: string) => void;
  readonly onCopy: (id: string, fileIndex: number) => void;
  /** Renders a button that offers the tools that accept these files. */
  readonly handOn: (id: string, fileIndexes: readonly number[], label: string, menuLabel: string) => ReactNode;
  /** Whether this server can join the segments of a playlist. */
  readonly canJoin: boolean;
}

interface Item {
  readonly index: number;
  readonly kind: 'video' | 'sound' | 'picture';
  readonly quality: string;
  readonly isPlaylist: boolean;
  readonly hasSound: boolean;
}

type ResultFile = NonNullable<Task['result']>['files'][number];

export interface Offer extends Item {
  readonly file: ResultFile;
}

export function listOffers({ task }: LinkEntry): Offer[] {
  const files = task?.result?.files ?? [];
  const items = (task?.result?.meta?.items ?? []) as Omit<Item, 'index'>[];
  return files.flatMap((file, index) => {
    const item = items[index];
    return item ? [{ ...item, index, file }] : [];
  });
}

const textOf = ({ task }: LinkEntry, key: string): string => {
  const found = task?.result?.meta?.[key];
  return typeof found === 'string' ? found : '';
};

/** Formats a duration as minutes and seconds, as players do. */
function formatLength(seconds: number): string {
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const [hours = 0, minutes = 0, rest = 0] = parts;
  const tail = String(rest).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}

/** Number of qualities shown before the rest is folded. */
const maxShown = 4;

interface CardProps {
  readonly entry: LinkEntry;
  readonly language: Language;
  readonly actions: CardActions;
}

function Facts({ offer, language }: { offer: Offer; language: Language }) {
  const t = words[language];
  const { file, kind, hasSound, quality } = offer;
  const { width, height, size, durationSeconds, contentType } = file;
  const facts = [
    width && height ? formatDimensions(width, height) : '',
    durationSeconds ? formatLength(durationSeconds) : '',
    size > 0 ? formatBytes(size) : '',
    kind === 'video' && !hasSound ? t.noSound : '',
    contentType
      .split('/')
      .at(-1)
      ?.replace(/^(?:x-|vnd\.)*/, '')
      .replace('apple.mpegurl', 'HLS')
      .replace('dash+xml', 'DASH')
      .toUpperCase(),
  ].filter(Boolean);
  return (
    <div className="min-w-0 flex-1">
      <p className="truncate font-semibold">{kind === 'sound' ? t.soundOnly : quality || t.original}</p>
      {/* A line breaks between facts, not between a number and its unit. */}
      <p className="text-[0.8125rem] text-soft tabular-nums">
        {facts.map(fact => fact?.replaceAll(' ', '\u00a0')).join(' · ')}
      </p>
    </div>
  );
}

function OfferRow({ offer, entry, language, actions }: CardProps & { offer: Offer }) {
  const t = words[language];
  const { index, isPlaylist, file } = offer;
  const format = offer.kind === 'sound' ? 'M4A' : 'MP4';
  const saved = entry.saving[index];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line py-2.5 first:border-0">
      <Facts offer={offer} language={language} />
      {saved !== undefined ? (
        <div className="grid w-40 gap-1.5 text-[0.8125rem] text-soft tabular-nums">
          {fill(t.saving, { percent: Math.round(saved) })}
          <ProgressBar percent={saved} label={fill(t.saving, { percent: Math.round(saved) })} />
        </div>
      ) : (
        <div className="flex items-center gap-1.5">
          {(!isPlaylist || actions.canJoin) && (
            <Button
              size="sm"
              variant="secondary"
              icon={isPlaylist ? <FileDown className="size-4" /> : <Download className="size-4" />}
              aria-label={fill(isPlaylist ? t.saveAsOf : t.downloadOf, { name: file.name, format })}
              onClick={() => actions.onDownload(entry.id, index)}
            >
              {isPlaylist ? fill(t.saveAs, { format }) : t.download}
            </Button>
          )}
          <IconButton
            size="sm"
            label={fill(t.copyLinkOf, { name: file.name })}
            onClick={() => actions.onCopy(entry.id, index)}
            icon={<Copy className="size-4" />}
          />
        </div>
      )}
    </li>
  );
}

function Clips({ offers, ...props }: CardProps & { offers: readonly Offer[] }) {
  const t = words[props.language];
  const shown = offers.slice(0, maxShown);
  const rest = offers.slice(maxShown);
  const rows = (some: readonly Offer[]) => (
    <ul className="grid">
      {some.map(offer => (
        <OfferRow key={offer.index} offer={offer} {...props} />
      ))}
    </ul>
  );
  return (
    <div className="grid gap-1">
      {rows(shown)}
      {rest.length > 0 && <Disclosure title={fill(t.more, { count: rest.length })}>{rows(rest)}</Disclosure>}
    </div>
  );
}

function Pictures({ offers, entry, language, actions }: CardProps & { offers: readonly Offer[] }) {
  const t = words[language];
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-3">
      {offers.map(({ index, file }) => (
        <li key={index} className="grid gap-1.5">
          <span className="grid aspect-square place-items-center overflow-hidden rounded-xl bg-sunken">
            {file.previewUrl && (
              <img src={file.previewUrl} alt={file.name} loading="lazy" className="size-full object-cover" />
            )}
          </span>
          <span className="flex items-center justify-between gap-1">
            <span className="truncate text-[0.8125rem] text-soft tabular-nums">
              {file.width && file.height ? formatDimensions(file.width, file.height) : formatBytes(file.size)}
            </span>
            <IconButton
              size="sm"
              label={fill(t.downloadOf, { name: file.name })}
              onClick={() => actions.onDownload(entry.id, index)}
              icon={<Download className="size-4" />}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}

function Cover({ entry, offers, language }: Omit<CardProps, 'actions'> & { offers: readonly Offer[] }) {
  const t = words[language];
  const cover = textOf(entry, 'cover') || offers.find(({ kind }) => kind === 'picture')?.file.previewUrl;
  const Icon = offers[0]?.kind === 'picture' ? Images : offers[0]?.kind === 'sound' ? Music : Clapperboard;
  return (
    <div className="grid aspect-video w-full place-items-center overflow-hidden rounded-2xl bg-sunken text-soft sm:w-60">
      {cover ? (
        <img src={cover} alt={t.cover} className="size-full object-contain" />
      ) : (
        <Icon aria-hidden className="size-9" strokeWidth={1.5} />
      )}
    </div>
  );
}

function Done({ entry, language, actions }: CardProps) {
  const t = words[language];
  const offers = listOffers(entry);
  const pictures = offers.filter(({ kind }) => kind === 'picture');
  const clips = offers.filter(({ kind }) => kind !== 'picture');
  const length = clips.find(({ file }) => file.durationSeconds)?.file.durationSeconds;
  const about = [
    textOf(entry, 'author'),
    textOf(entry, 'site'),
    pictures.length > 0 ? fill(t.pictures, { count: pictures.length }) : '',
    length ? formatLength(length) : '',
  ].filter(Boolean);
  const handed = clips.length > 0 ? clips.slice(0, 1) : pictures;
  return (
    <div className="grid min-w-0 gap-4 sm:grid-cols-[15rem_minmax(0,1fr)]">
      <Cover entry={entry} offers={offers} language={language} />
      <div className="grid min-w-0 content-start gap-3">
        <div className="min-w-0 pe-9">
          <h3 className="line-clamp-2 text-lg leading-snug font-bold [overflow-wrap:anywhere]">
            {textOf(entry, 'title') || t.untitled}
          </h3>
          <p className="mt-0.5 truncate text-sm text-soft">{about.join(' · ')}</p>
        </div>
        {clips.length > 0 && <Clips offers={clips} entry={entry} language={language} actions={actions} />}
        <div className="flex flex-wrap gap-2">
          {pictures.length > 1 && (
            <Button size="sm" icon={<Download className="size-4" />} onClick={() => actions.onDownloadAll(entry.id)}>
              {t.downloadAll}
            </Button>
          )}
          {textOf(entry, 'title') && (
            <CopyButton
              isSecondary
              readText={() => textOf(entry, 'title')}
              words={{ copy: t.copyTitle, copied: t.titleCopied, copyFailed: t.copyTitleFailed }}
            />
          )}
          {textOf(entry, 'cover') && clips.length > 0 && (
            <Button
              size="sm"
              variant="secondary"
              icon={<Images className="size-4" />}
              onClick={() => actions.onDownloadCover(entry.id)}
            >
              {t.downloadCover}
            </Button>
          )}
          {actions.handOn(
            entry.id,
            handed.map(({ index }) => index),
            t.handOn,
            t.handOnTo,
          )}
        </div>
      </div>
      {pictures.length > 0 && (
        <div className="min-w-0 sm:col-span-2">
          <Pictures offers={pictures} entry={entry} language={language} actions={actions} />
        </div>
      )}
    </div>
  );
}

const shortLink = (link: string) => link.replace(/^https?:\/\//, '');

function Underway({ entry, language, actions }: CardProps) {
  const t = words[language];
  const label = entry.phase === 'waiting' ? t.waiting : t.parsing;
  return (
    <div className="flex items-center gap-4 pe-9">
      <div className="grid min-w-0 flex-1 gap-2">
        <p className="truncate text-sm">{shortLink(entry.link)}</p>
        <ProgressBar percent={entry.phase === 'waiting' ? null : entry.percent} label={label} />
      </div>
      <Button size="sm" variant="secondary" onClick={() => actions.onCancel(entry.id)}>
        {t.cancel}
      </Button>
    </div>
  );
}

function Failed({ entry, language, actions }: CardProps) {
  const t = words[language];
  const isCancelled = entry.phase === 'cancelled';
  return (
    <div className="flex flex-wrap items-center gap-3 pe-9">
      {!isCancelled && <CircleAlert aria-hidden className="size-5 shrink-0 text-bad" />}
      <div className="min-w-0 flex-1 basis-56">
        <p role={isCancelled ? undefined : 'alert'} className={isCancelled ? 'font-medium' : 'font-medium text-bad'}>
          {isCancelled ? t.stopped : (entry.problem ?? t.failed)}
        </p>
        <p className="truncate text-sm text-soft">{shortLink(entry.link)}</p>
      </div>
      <Button
        size="sm"
        variant="secondary"
        icon={<RotateCcw className="size-4" />}
        onClick={() => actions.onRetry(entry.id)}
      >
        {t.retry}
      </Button>
    </div>
  );
}

export function LinkCard(props: CardProps) {
  const { entry, language, actions } = props;
  const t = words[language];
  const isOpen = entry.phase === 'waiting' || entry.phase === 'running';
  return (
    <li
      data-phase={entry.phase}
      className="relative grid animate-rise rounded-card border border-line bg-paper p-4 shadow-card sm:p-5"
    >
      {entry.phase === 'done' ? <Done {...props} /> : isOpen ? <Underway {...props} /> : <Failed {...props} />}
      <span className="absolute end-2.5 top-2.5">
        <IconButton
          size="sm"
          isRaised={entry.phase === 'done'}
          label={t.remove}
          onClick={() => actions.onRemove(entry.id)}
          icon={<X className="size-4" />}
        />
      </span>
    </li>
  );
}
