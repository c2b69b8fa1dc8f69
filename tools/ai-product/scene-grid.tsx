// The scenes as small pictures, by kind.
import { type SceneId, type SceneKind, sceneKinds, scenesByKind } from 'contract/scenes.ts';
import type { Language } from 'contract/words.ts';
import { useId, useState } from 'react';
import { joinClasses } from 'ui/classes.ts';
import { words } from './words.ts';

interface SceneGridProps {
  value: SceneId;
  language: Language;
  onChange: (id: SceneId) => void;
}

const namesIn = (kind: SceneKind) =>
  Object.entries(scenesByKind[kind]) as [SceneId, Readonly<Record<Language, string>>][];
const kindOf = (id: SceneId) => sceneKinds.find(kind => id in scenesByKind[kind]) ?? sceneKinds[0]!;

export function SceneGrid({ value, language, onChange }: SceneGridProps) {
  const t = words[language];
  const name = useId();
  const [chosen, choose] = useState<SceneKind>(kindOf(value));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-medium">{t.scene}</legend>
      <div className="mb-2 flex flex-wrap gap-1.5">
        {sceneKinds.map(kind => (
          <button
            key={kind}
            type="button"
            aria-pressed={kind === chosen}
            onClick={() => choose(kind)}
            className="min-h-8 rounded-full border border-line px-3 text-[0.8125rem] transition hover:border-line-strong aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-accent-ink"
          >
            {t[`kind-${kind}`]}
          </button>
        ))}
      </div>
      {/* A strip on phones, so that the picture stays in sight. */}
      <div className="-mx-1 grid gap-1.5 px-1 py-1 max-lg:grid-flow-col max-lg:auto-cols-[5.5rem] max-lg:overflow-x-auto lg:grid-cols-3">
        {namesIn(chosen).map(([id, names]) => (
          <label
            key={id}
            className={joinClasses(
              'relative grid cursor-pointer content-start gap-1 rounded-xl p-1 text-center text-xs transition has-focus-visible:outline-3 has-focus-visible:outline-accent-ink',
              id === value
                ? 'bg-accent-soft font-bold text-accent-ink ring-2 ring-accent ring-inset'
                : 'font-medium hover:bg-sunken',
            )}
          >
            <input
              type="radio"
              name={name}
              value={id}
              className="sr-only"
              checked={id === value}
              onChange={() => onChange(id)}
            />
            <img
              src={`/covers/ai-product/${id}.webp`}
              alt=""
              width={120}
              height={120}
              loading="lazy"
              className="aspect-square w-full rounded-lg bg-sunken object-cover"
            />
            <span className="leading-4 text-balance">{names[language]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
