// The workflow of AI drawing, which starts from a prompt instead of files.

import { catalogue } from 'virtual:catalogue';
import { readAsked } from 'contract/asks.ts';
import { promptCategories } from 'contract/drawing-prompts.ts';
import { bodyOf, type DrawingEntry, type DrawingWish, startingWish, startsFromPicture } from 'contract/drawing-wish.ts';
import { modelList, promptCategoryList, promptList } from 'contract/routes/drawing.ts';
import type { Language } from 'contract/words.ts';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { asks } from 'tools/text-to-image/contract.ts';
import { screen as Screen } from 'tools/text-to-image/screen.tsx';
import { words } from 'tools/text-to-image/words.ts';
import { useLanguage } from 'ui/language.tsx';
import { call } from '../api.ts';
import { findTool } from '../catalogue/tool-inputs.ts';
import { CallError } from '../failures/call-error.ts';
import { PriceNote, useCallPrice } from '../pay/run-price.tsx';
import { priceOf, unlockLabel, unlockNote } from '../pay/unlock.ts';
import { useFreshBalance } from '../pay/use-fresh-balance.ts';
import { useAsked } from '../router/use-asked.ts';
import { useSession } from '../session.ts';
import { settings } from '../settings.ts';
import { takeFilesSoon } from '../work/take-files.ts';
import {
  cancel,
  changeWish,
  clearAll,
  draw,
  drawAgain,
  remove,
  restore,
  reuse,
  setStart,
  useDrawing,
} from './drawing-work.ts';
import { download, isKept, refresh, unlock, vary, withFile } from './drawn-pictures.ts';

type Ideas = Parameters<typeof Screen>[0]['ideas'];
type Models = Parameters<typeof Screen>[0]['models'];

interface Choices {
  readonly ideas: Ideas;
  readonly models: Models;
  readonly covers: Readonly<Record<string, string>>;
}

const styleList = { method: 'GET', path: '/web/aiStyle/queryPage' } as const;

async function loadChoices(signal: AbortSignal): Promise<Choices> {
  const quiet = { signal, handleErrors: true };
  const [categories, prompts, models, styles] = await Promise.all([
    call(promptCategoryList, { query: {}, ...quiet }),
    call(promptList, { query: {}, ...quiet }),
    call(modelList, { query: {}, ...quiet }),
    call(styleList, quiet) as Promise<{ list: { id: string; cover: string }[] }>,
  ]);
  return {
    ideas: categories.list.map(({ id, name }) => ({
      id,
      name,
      prompts: prompts.list.filter(({ categoryId }) => categoryId === id).map(prompt => prompt.name),
    })),
    models: models.list,
    covers: Object.fromEntries(styles.list.map(({ id, cover }) => [id, cover])),
  };
}

function useChoices(language: string): Choices {
  const [choices, setChoices] = useState<Choices>({ ideas: [], models: [], covers: {} });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the response contains names in the request's language.
  useEffect(() => {
    const stop = new AbortController();
    loadChoices(stop.signal).then(setChoices, error => {
      // Drawing also works without suggestions.
      if (!stop.signal.aborted && !(error instanceof CallError)) throw error;
    });
    return () => stop.abort();
  }, [language]);
  return choices;
}

/** Returns the price of a run. */
function usePrice({ count, shape }: DrawingWish) {
  const runs = useDrawing(({ entries }) => entries.map(({ id, phase }) => `${id} ${phase}`).join());
  const path = findTool('text-to-image')?.calls[0]?.path ?? '';
  return useCallPrice(path, { ...bodyOf({ ...startingWish, count, shape }), prompt: 'a' }, runs);
}

/** Returns a function for the price and the button label of a drawing shown as a preview; undefined if it is paid or expired on the server. */
function useLocks(language: Language) {
  const user = useSession(state => state.user);
  return (entry: DrawingEntry) => {
    const { files, charge } = entry;
    if (!charge || !isKept(entry) || !files.some(({ locked }) => locked)) return undefined;
    const price = priceOf([charge], user);
    return { note: unlockNote(price, words[language]), label: unlockLabel(price, language) };
  };
}

/** The illustrator's drawings of the first prompt of each category, made by `npm run draw-covers`. */
const pictures = import.meta.glob<string>('./examples/*.webp', {
  eager: true,
  import: 'default',
});
const examplesIn = (language: Language) =>
  promptCategories.flatMap(({ id, prompts, exampleStyle: style }) => {
    const picture = pictures[`./examples/${id}.webp`];
    return prompts[0] && picture ? [{ prompt: prompts[0][language], style, picture }] : [];
  });

export function DrawingFlow() {
  const language = useLanguage();
  const navigate = useNavigate();
  const { wish, start, entries, error } = useDrawing();
  const choices = useChoices(language);
  const price = usePrice(wish);
  const findLock = useLocks(language);
  useFreshBalance(entries.map(({ charge }) => charge));
  useEffect(restore, []);
  useAsked(async search => changeWish(readAsked(asks, new URLSearchParams(search)) as Partial<DrawingWish>));

  function handOn(id: string, index: number, name: string) {
    const tool = catalogue.find(known => known.name === name);
    if (!tool) return;
    void withFile(id, index, file => {
      takeFilesSoon([file], tool.name);
      navigate(tool.route);
    });
  }

  return (
    <Screen
      language={language}
      wish={wish}
      entries={entries}
      {...choices}
      models={start ? choices.models.filter(({ id }) => startsFromPicture(id, settings.drawers)) : choices.models}
      startAddress={start?.address}
      error={error}
      examples={examplesIn(language)}
      price={price && <PriceNote price={price} words={words[language]} />}
      takers={catalogue.map(({ name }) => name)}
      onChange={changeWish}
      onStart={setStart}
      onDraw={draw}
      onClear={clearAll}
      findLock={findLock}
      onUnlock={id => void unlock(id)}
      onExpired={id => void refresh(id)}
      onAgain={drawAgain}
      onVary={(id, index) => void vary(id, index)}
      onDownload={(id, index) => void download(id, index)}
      onHandOn={handOn}
      onCancel={id => void cancel(id)}
      onRemove={remove}
      onReuse={reuse}
    />
  );
}
