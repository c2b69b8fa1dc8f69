// Files or a link dropped or pasted on the home page, the suggested tool, and the other tools that accept them.

import { catalogue } from 'virtual:catalogue';
import { toolIcons } from 'virtual:tool-icons';
import { mediaOfName } from 'contract/media.ts';
import type { CatalogueTool } from 'contract/tool.ts';
import { fill } from 'contract/words.ts';
import { ArrowRight, FileQuestion, Link2, RotateCcw } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { Spinner } from 'ui/spinner.tsx';
import { categoryTints } from 'ui/tile.tsx';
import { useLanguageStore } from '../language-store.ts';
import { showToast } from '../notices.ts';
import { type Guess, guessTools, guessToolsForLink, sniffFiles, type Taken } from './guess-tools.ts';
import { homeWords } from './words.ts';

const shownThumbnails = 4;

export function TakenCard({ taken, onAgain }: { taken: Taken; onAgain: () => void }) {
  const words = useWords(homeWords);
  const tileWords = useLanguageStore(state => state.tileWords);
  const [guesses, setGuesses] = useState<readonly Guess[] | null>(null);
  const navigate = useNavigate();

  useEffect(() => {
    let isCurrent = true;
    setGuesses(null);
    void guess(taken).then(found => {
      if (isCurrent) setGuesses(found);
    });
    return () => {
      isCurrent = false;
    };
  }, [taken]);

  async function start({ tool }: Guess) {
    if (taken.link !== undefined && tool.name === 'video-parsing') {
      // This tool starts from links instead of files.
      (await import('../links/link-work.ts')).parseLink(taken.link);
      navigate(tool.route);
      return;
    }
    const { takeFilesSoon, takeLinkSoon } = await import('../work/take-files.ts');
    const refusal = taken.link === undefined ? undefined : await takeLinkSoon(taken.link, tool.name);
    if (refusal) {
      showToast(refusal, 'error');
      return;
    }
    if (taken.files) takeFilesSoon([...taken.files], tool.name);
    navigate(tool.route);
  }

  if (!guesses) return <Spinner label={words.looking} className="size-8 place-self-center text-accent-ink" />;
  const [best, ...others] = guesses;
  const count = taken.files?.length ?? 1;
  const name = taken.files?.[0]?.name ?? taken.link;
  const names = fill(count === 1 ? words.oneFile : words.manyFiles, { name, count, others: count - 1 });
  const again = (
    <Button variant="quiet" onClick={onAgain} icon={<RotateCcw aria-hidden className="size-4.5" />}>
      {words.again}
    </Button>
  );

  if (!best) {
    const types = [
      ...new Set(catalogue.flatMap(tool => tool.calls.flatMap(call => call.inputs.flatMap(input => input.accept)))),
    ];
    // The name suggests a picture, but the bytes have no known type.
    const isDamaged = taken.files?.some(file => types.some(type => type === mediaOfName(file.name))) ?? false;
    return (
      <div role="alert" className="grid content-center justify-items-center gap-3 text-center">
        <FileQuestion aria-hidden className="size-9 text-soft" />
        <p className="text-lg font-bold">{isDamaged ? words.damaged : words.noTool}</p>
        <p className="max-w-md text-[0.9375rem] text-soft">
          {isDamaged
            ? words.damagedNext
            : fill(words.noToolNext, { types: types.map(type => type.toUpperCase()).join(' ') })}
        </p>
        {again}
      </div>
    );
  }
  const titleOf = ({ tool }: Guess) => tileWords[tool.name]?.title ?? tool.name;
  // If several tools accept equally many files, the user chooses one.
  const equals = guesses.filter(({ fitting }) => fitting === best.fitting);
  const isClear = equals.length === 1;
  return (
    <div className="grid min-w-0 content-center justify-items-center gap-4 text-center" aria-live="polite">
      {taken.files ? <Thumbnails files={taken.files} /> : <Link2 aria-hidden className="size-9 text-accent-ink" />}
      <div className="grid max-w-full gap-1">
        <p className="truncate text-[0.9375rem] text-soft">{names}</p>
        <p className="text-xl font-bold">{isClear ? fill(words.willTake, { tool: titleOf(best) }) : words.whatFor}</p>
        {best.fitting < count && (
          <p className="text-sm text-warn">{fill(words.someFit, { fitting: best.fitting, count })}</p>
        )}
      </div>
      {isClear ? (
        <div className="flex flex-wrap justify-center gap-3">
          <Button
            size="lg"
            autoFocus
            onClick={() => void start(best)}
            icon={<ArrowRight aria-hidden className="size-5" />}
          >
            {words.start}
          </Button>
          {again}
        </div>
      ) : (
        <>
          <ul className="grid w-full grid-cols-2 gap-2 sm:grid-cols-3">
            {equals.map(guess => (
              <li key={guess.tool.name}>
                <ToolChoice tool={guess.tool} title={titleOf(guess)} onChoose={() => void start(guess)} />
              </li>
            ))}
          </ul>
          {again}
        </>
      )}
      {isClear && others.length > 0 && (
        <div className="flex flex-wrap items-center justify-center gap-2">
          <span className="text-sm text-soft">{words.orChoose}</span>
          {others.map(guess => (
            <Button key={guess.tool.name} size="sm" variant="secondary" onClick={() => void start(guess)}>
              {titleOf(guess)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

function ToolChoice({ tool, title, onChoose }: { tool: CatalogueTool; title: string; onChoose: () => void }) {
  const Icon = toolIcons[tool.icon]!;
  return (
    <button
      type="button"
      onClick={onChoose}
      className="flex min-h-13 w-full items-center gap-2.5 rounded-2xl border border-line px-2.5 py-2 text-start text-sm leading-tight font-semibold transition hover:border-accent hover:bg-accent-soft"
    >
      <span
        aria-hidden
        className={`grid size-8 shrink-0 place-items-center rounded-xl ${categoryTints[tool.category]}`}
      >
        <Icon className="size-4.5" />
      </span>
      {title}
    </button>
  );
}

async function guess(taken: Taken): Promise<Guess[]> {
  return taken.files ? guessTools(catalogue, await sniffFiles(taken.files)) : guessToolsForLink(catalogue, taken.link);
}

function Thumbnails({ files }: { files: readonly File[] }) {
  const pictures = useMemo(() => files.slice(0, shownThumbnails).map(file => URL.createObjectURL(file)), [files]);
  useEffect(() => () => pictures.forEach(picture => void URL.revokeObjectURL(picture)), [pictures]);
  return (
    <div aria-hidden className="flex">
      {pictures.map(picture => (
        <img
          key={picture}
          src={picture}
          alt=""
          // A type that this browser cannot show is named below.
          onError={event => {
            event.currentTarget.style.display = 'none';
          }}
          className="checkerboard -ms-3 size-16 rounded-2xl border-2 border-paper object-cover shadow-card first:ms-0"
        />
      ))}
    </div>
  );
}
