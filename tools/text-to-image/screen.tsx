// The screen of AI drawing: the prompt with its options, and the list of drawings. The page passes in the data and the actions.
import { longestPrompt, maxDrawings, type StyleName, styleIds, styleNames } from 'contract/drawing.ts';
import { type DrawingEntry, type DrawingWish, type ShapeName, shapes } from 'contract/drawing-wish.ts';
import { fill, type Language } from 'contract/words.ts';
import { Brush, ImagePlus, Sparkles, Trash2, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { joinClasses } from 'ui/classes.ts';
import { Field, inputClasses, TextField } from 'ui/fields/field.tsx';
import { NumberField } from 'ui/fields/number-field.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import { Select } from 'ui/fields/select.tsx';
import { Slider } from 'ui/fields/slider.tsx';
import { usePickFiles } from 'ui/files/use-pick-files.tsx';
import { IconButton } from 'ui/icon-button.tsx';
import { Disclosure } from 'ui/panels/disclosure.tsx';
import { useStrip } from 'ui/pick/use-strip.ts';
import { type ResultActions, Results } from './results.tsx';
import { words } from './words.ts';

export interface DrawingScreenProps extends ResultActions {
  readonly language: Language;
  readonly wish: DrawingWish;
  readonly entries: readonly DrawingEntry[];
  /** Suggested prompts by category. */
  readonly ideas: readonly { readonly id: string; readonly name: string; readonly prompts: readonly string[] }[];
  readonly models: readonly { readonly id: string; readonly name: string; readonly description: string }[];
  /** Addresses of the style thumbnails, by style. */
  readonly covers: Readonly<Record<string, string>>;
  /** Example prompts with the illustrator's drawings. */
  readonly examples: readonly { readonly prompt: string; readonly style: StyleName; readonly picture: string }[];
  /** Address of the picture to start from. */
  readonly startAddress: string | undefined;
  readonly error: string | undefined;
  /** The price of a run; empty on a server without membership. */
  readonly price: ReactNode;
  readonly onChange: (patch: Partial<DrawingWish>) => void;
  readonly onStart: (file: File | undefined) => void;
  readonly onDraw: () => void;
  readonly onClear: () => void;
}

function Prompt({ wish, ideas, language, error, onChange, onDraw }: DrawingScreenProps) {
  const t = words[language];
  const [chosen, choose] = useState<string>();
  const category = ideas.find(({ id }) => id === chosen) ?? ideas[0];
  return (
    <div className="grid gap-3">
      <Field label={t.prompt} hint={t.promptHint} error={error}>
        {wiring => (
          <textarea
            {...wiring}
            rows={4}
            value={wish.prompt}
            maxLength={longestPrompt}
            placeholder={t.placeholder}
            className={`${inputClasses} resize-none py-3 leading-relaxed`}
            onChange={({ target }) => onChange({ prompt: target.value })}
            onKeyDown={event => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              onDraw();
            }}
          />
        )}
      </Field>
      {category && (
        <Disclosure title={t.suggestions} aside={category.name}>
          <div className="grid gap-2.5">
            <div className="flex flex-wrap gap-1.5">
              {ideas.map(({ id, name }) => (
                <button
                  key={id}
                  type="button"
                  aria-pressed={id === category.id}
                  onClick={() => choose(id)}
                  className="min-h-8 rounded-full border border-line px-3 text-[0.8125rem] transition hover:border-line-strong aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-accent-ink"
                >
                  {name}
                </button>
              ))}
            </div>
            <ul className="grid gap-1">
              {category.prompts.map(prompt => (
                <li key={prompt}>
                  <button
                    type="button"
                    onClick={() => onChange({ prompt })}
                    className="w-full rounded-xl px-3 py-2 text-start text-sm leading-snug hover:bg-sunken"
                  >
                    {prompt}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        </Disclosure>
      )}
    </div>
  );
}

function Styles({ wish, covers, language, onChange }: DrawingScreenProps) {
  const t = words[language];
  const name = useId();
  const strip = useRef<HTMLDivElement>(null);
  useStrip(strip, wish.style);
  const choices: readonly (readonly [StyleName | 'auto', string])[] = [
    ['auto', t.styleAuto],
    ...styleIds.map(id => [id, styleNames[id][language]] as const),
  ];
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-medium">{t.style}</legend>
      <div
        ref={strip}
        className="-mx-2 grid gap-1 px-2 py-1 max-lg:grid-flow-col max-lg:auto-cols-[5.5rem] max-lg:overflow-x-auto lg:grid-cols-3"
      >
        {choices.map(([id, label]) => (
          <label
            key={id}
            className={joinClasses(
              'grid gap-1 rounded-xl p-1 text-center transition has-focus-visible:outline-3 has-focus-visible:outline-accent-ink',
              id === wish.style ? 'bg-accent-soft text-accent-ink ring-2 ring-accent' : 'hover:bg-sunken',
            )}
          >
            <input
              type="radio"
              name={name}
              value={id}
              checked={id === wish.style}
              onChange={() => onChange({ style: id })}
              className="sr-only"
            />
            {covers[id] ? (
              <img
                src={covers[id]}
                alt=""
                width={105}
                height={105}
                loading="lazy"
                className="aspect-square w-full rounded-lg object-cover"
              />
            ) : (
              <span aria-hidden className="grid aspect-square w-full place-items-center rounded-lg bg-sunken">
                <Sparkles className="size-6 text-soft" />
              </span>
            )}
            <span className="text-xs leading-tight font-medium">{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Start({ wish, startAddress, language, onChange, onStart }: DrawingScreenProps) {
  const t = words[language];
  const { pick, input } = usePickFiles(([file]) => onStart(file), 'image/*');
  return (
    <div className="grid gap-2">
      {input}
      {startAddress ? (
        <>
          <div className="flex items-center gap-3">
            <img src={startAddress} alt={t.start} className="size-20 rounded-xl border border-line object-cover" />
            <p className="min-w-0 flex-1 text-sm text-soft">{t.startHint}</p>
            <IconButton
              size="sm"
              label={t.removeStart}
              icon={<X className="size-4" />}
              onClick={() => onStart(undefined)}
            />
          </div>
          <Slider
            label={t.strength}
            value={wish.strength}
            min={0}
            max={100}
            step={5}
            startMark={t.strengthLow}
            endMark={t.strengthHigh}
            onChange={strength => onChange({ strength })}
          />
        </>
      ) : (
        <Button variant="secondary" icon={<ImagePlus className="size-5" />} onClick={pick}>
          {t.addStart}
        </Button>
      )}
    </div>
  );
}

function Form(props: DrawingScreenProps) {
  const { wish, models, language, price, onChange, onDraw } = props;
  const t = words[language];
  const model = models.find(({ id }) => id === wish.model) ?? models[0];
  return (
    <form
      noValidate
      className="grid content-start gap-5 rounded-card max-lg:order-first border border-line bg-paper p-4 shadow-card sm:p-5"
      onSubmit={event => {
        event.preventDefault();
        onDraw();
      }}
    >
      <Prompt {...props} />
      <Styles {...props} />
      <Segmented
        label={t.count}
        value={String(wish.count)}
        segments={Array.from({ length: maxDrawings }, (_, i) => ({ value: String(i + 1), label: String(i + 1) }))}
        onChange={value => onChange({ count: Number(value) })}
      />
      <Select
        label={t.shape}
        value={wish.shape}
        choices={(Object.keys(shapes) as ShapeName[]).map(value => ({
          value,
          label: `${t[value]} ${shapes[value].join(' × ')}`,
        }))}
        onChange={shape => onChange({ shape })}
      />
      <Start {...props} />
      <Disclosure title={t.more}>
        {model && (
          <Select
            label={t.model}
            value={model.id}
            choices={models.map(({ id, name }) => ({ value: id, label: name }))}
            hint={model.description}
            onChange={value => onChange({ model: value })}
          />
        )}
        <TextField
          label={t.negative}
          value={wish.negative}
          placeholder={t.negativePlaceholder}
          onChange={negative => onChange({ negative })}
        />
        <NumberField
          label={t.seed}
          value={wish.seed}
          min={0}
          max={999_999_999}
          hint={t.seedHint}
          onChange={seed => onChange({ seed })}
        />
      </Disclosure>
      <div className="bottom-0 grid gap-2 bg-paper py-3 max-lg:sticky lg:sticky">
        <Button type="submit" size="lg" isWide icon={<Brush aria-hidden className="size-5" />}>
          {wish.count > 1 ? fill(t.drawMany, { count: wish.count }) : t.draw}
        </Button>
        {price}
      </div>
      {model && (
        <p className="text-[0.8125rem] text-soft">
          {`${model.name}: ${model.description}`.replace(': ', language === 'zh' ? '：' : ': ')}
        </p>
      )}
    </form>
  );
}

function Empty({ language, examples, onChange }: DrawingScreenProps) {
  const t = words[language];
  return (
    <div className="grid content-start gap-5 py-2">
      <div className="text-center">
        <h2 className="text-xl font-bold text-balance">{t.emptyTitle}</h2>
        <p className="mt-1 text-soft">{t.emptyText}</p>
      </div>
      <ul className="grid gap-3 sm:grid-cols-2">
        {examples.map(({ prompt, style, picture }) => (
          <li key={prompt}>
            <button
              type="button"
              onClick={() => onChange({ prompt, style })}
              className="flex size-full items-center gap-3 rounded-2xl border border-line bg-paper p-2.5 text-start shadow-card transition hover:border-line-strong"
            >
              <img src={picture} alt="" width={80} height={80} className="size-20 shrink-0 rounded-xl" />
              <span className="text-sm leading-snug">{prompt}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Scrolls to the results when a drawing begins out of sight: on a phone they are below the whole form. */
function useNewestInSight(results: RefObject<HTMLElement | null>, [newest]: readonly DrawingEntry[]) {
  const isBusy = newest?.phase === 'waiting' || newest?.phase === 'running';
  const id = isBusy ? newest.id : undefined;
  useEffect(() => {
    const card = id === undefined ? null : results.current?.querySelector('[data-phase]');
    if (!card) return;
    const { top } = card.getBoundingClientRect();
    if (top > 0 && top < innerHeight / 2) return;
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
    results.current?.scrollIntoView({ block: 'start', behavior });
  }, [id, results]);
}

function DrawingScreen(props: DrawingScreenProps) {
  const { language, entries, onClear } = props;
  const t = words[language];
  const results = useRef<HTMLElement>(null);
  useNewestInSight(results, entries);
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_25rem]">
      <section ref={results} aria-label={t.results} className="grid min-w-0 scroll-mt-18 gap-4">
        {entries.length === 0 ? (
          <Empty {...props} />
        ) : (
          <>
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h2 className="text-lg font-bold">{t.results}</h2>
              <Button size="sm" variant="quiet" icon={<Trash2 className="size-4" />} onClick={onClear}>
                {t.clear}
              </Button>
            </div>
            <Results {...props} />
            <p className="text-[0.8125rem] text-soft">{t.historyNote}</p>
          </>
        )}
      </section>
      <Form {...props} />
    </div>
  );
}

export const screen = DrawingScreen;
