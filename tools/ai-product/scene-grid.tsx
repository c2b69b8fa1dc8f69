// The choice of scenes: thumbnails, grouped by kind.
import { type SceneId, type SceneKind, sceneKinds, scenesByKind } from 'contract/scenes.ts';
import type { Language } from 'contract/words.ts';
import { useState } from 'react';
import { Cover, CoverGrid } from 'ui/pick/cover-grid.tsx';
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
  const [chosen, choose] = useState<SceneKind>(kindOf(value));
  const kinds = (
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
  );
  const items = namesIn(chosen).map(([id, names]) => ({
    id,
    name: names[language],
    cover: <Cover tool="ai-product" id={id} />,
  }));
  return <CoverGrid label={t.scene} items={items} value={value} onChange={onChange} above={kinds} />;
}
