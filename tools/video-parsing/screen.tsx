// The screen of link parsing: the field for links, and a card for each of them. The page passes in the data and the actions.
import { fill, type Language } from 'contract/words.ts';
import { ClipboardPaste, Download, History, Link2, X } from 'lucide-react';
import { Button } from 'ui/button.tsx';
import { inputClasses } from 'ui/fields/field.tsx';
import { IconButton } from 'ui/icon-button.tsx';
import { type CardActions, LinkCard, type LinkEntry, listOffers, type Offer } from './link-card.tsx';
import { words } from './words.ts';

export type { LinkEntry };

export interface LinkScreenProps extends CardActions {
  readonly language: Language;
  readonly entries: readonly LinkEntry[];
  readonly text: string;
  /** Number of links in the text. */
  readonly count: number;
  readonly error: string | undefined;
  readonly recent: readonly { readonly link: string; readonly title: string }[];
  readonly onText: (text: string) => void;
  readonly onParse: () => void;
  readonly onPaste: () => void;
  readonly onRecent: (link: string) => void;
  readonly onForget: () => void;
}

const betweenDownloadsMs = 700;
const isClip = ({ kind }: Offer) => kind !== 'picture';

function LinkField(props: LinkScreenProps) {
  const { text, count, error, language, onText, onParse, onPaste } = props;
  const t = words[language];
  const rows = Math.min(8, Math.max(3, text.split('\n').length));
  return (
    <form
      noValidate
      className="grid gap-3 rounded-card border border-line bg-paper p-4 shadow-card sm:p-6"
      onSubmit={event => {
        event.preventDefault();
        onParse();
      }}
    >
      {/* As high as the button that appears with the text. */}
      <div className="flex min-h-9 items-center justify-between gap-3">
        <label htmlFor="links" className="font-semibold">
          {t.field}
        </label>
        {text !== '' && (
          <Button size="sm" variant="quiet" icon={<X className="size-4" />} onClick={() => onText('')}>
            {t.clear}
          </Button>
        )}
      </div>
      <textarea
        id="links"
        rows={rows}
        value={text}
        placeholder={t.placeholder}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'links-note' : 'links-hint'}
        className={`${inputClasses} resize-none py-3 leading-relaxed`}
        onChange={event => onText(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          onParse();
        }}
      />
      {error && (
        <p id="links-note" role="alert" className="text-[0.8125rem] text-bad">
          {error}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" size="lg" className="max-sm:flex-1" icon={<Link2 aria-hidden className="size-5" />}>
          {count > 1 ? fill(t.parseMany, { count }) : t.parse}
        </Button>
        <Button
          size="lg"
          variant="secondary"
          icon={<ClipboardPaste aria-hidden className="size-5" />}
          onClick={onPaste}
        >
          {t.paste}
        </Button>
        <p id="links-hint" className="min-w-48 flex-1 text-[0.8125rem] text-soft max-sm:basis-full">
          {t.hint}
        </p>
      </div>
    </form>
  );
}

function Recent({ recent, language, onRecent, onForget }: LinkScreenProps) {
  const t = words[language];
  if (recent.length === 0) return null;
  return (
    <section aria-label={t.recent} className="grid gap-2">
      <div className="flex items-center gap-2 text-sm font-medium text-soft">
        <History aria-hidden className="size-4" />
        <h2>{t.recent}</h2>
        <IconButton size="sm" label={t.forget} onClick={onForget} icon={<X className="size-4" />} />
      </div>
      <ul className="flex flex-wrap gap-2">
        {recent.map(({ link, title }) => (
          <li key={link} className="min-w-0">
            <button
              type="button"
              title={link}
              onClick={() => onRecent(link)}
              className="block min-h-9 max-w-72 truncate rounded-full border border-line bg-paper px-3.5 text-sm hover:border-line-strong"
            >
              {title || link.replace(/^https?:\/\//, '')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Saves the best quality of every link with one click. */
function DownloadBest({ entries, language, onDownload, onDownloadAll, canJoin }: LinkScreenProps) {
  const t = words[language];
  const bests = entries.flatMap(entry => {
    if (entry.phase !== 'done') return [];
    const offers = listOffers(entry).filter(({ isPlaylist }) => canJoin || !isPlaylist);
    const clip = offers.find(({ kind, hasSound }) => kind === 'video' && hasSound) ?? offers.find(isClip);
    const pictures = offers.filter(({ kind }) => kind === 'picture');
    if (clip) return [() => onDownload(entry.id, clip.index)];
    if (pictures.length > 1) return [() => onDownloadAll(entry.id)];
    return pictures.map(
      ({ index }) =>
        () =>
          onDownload(entry.id, index),
    );
  });
  if (bests.length < 2) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        icon={<Download aria-hidden className="size-5" />}
        onClick={() => {
          // Browsers drop downloads that start at the same moment, so they are spaced out.
          for (const [turn, download] of bests.entries()) setTimeout(download, turn * betweenDownloadsMs);
        }}
      >
        {t.downloadBest}
      </Button>
      <p className="text-[0.8125rem] text-soft">{t.downloadBestHint}</p>
    </div>
  );
}

function Screen(props: LinkScreenProps) {
  const t = words[props.language];
  return (
    <div className="grid gap-6">
      <LinkField {...props} />
      <Recent {...props} />
      {props.entries.length > 0 && (
        <section aria-label={t.results} className="grid gap-4">
          <h2 className="sr-only">{t.results}</h2>
          <DownloadBest {...props} />
          <ul className="grid gap-4">
            {props.entries.map(entry => (
              <LinkCard key={entry.id} entry={entry} language={props.language} actions={props} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

export const screen = Screen;
