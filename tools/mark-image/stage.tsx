// The stage of watermarks: the picture with the mark, which is dragged into place. It shows the pixels that the server will draw.

import { type Placed, placeMark, type Size, shorterEdge } from 'contract/mark/place.ts';
import { fill } from 'contract/words.ts';
import { chooseInk } from 'engines/pixels/choose-ink.ts';
import { type ReactNode, useMemo } from 'react';
import { IconButton } from 'ui/icon-button.tsx';
import { MarkCanvas } from 'ui/mark-canvas/mark-canvas.tsx';
import { useBeneath } from 'ui/mark-canvas/use-beneath.ts';
import { markCanvasWords } from 'ui/mark-canvas/words.ts';
import type { StageProps } from 'ui/tool-screen.ts';
import { type MarkDraft, placeDraft } from './draft.ts';
import { useHistory } from './use-history.ts';
import { useSource } from './use-source.tsx';
import { wishesOf } from './wishes.ts';
import { words } from './words.ts';

/** The proportions shown for a picture whose size is unknown until the server has read it. */
const unknownPicture: Size = { width: 1200, height: 900 };
const paths = {
  undo: 'M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 0 11H11',
  redo: 'm15 14 5-5-5-5M20 9H9.5a5.5 5.5 0 0 0 0 11H13',
};

function Glyph({ path }: { path: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      className="size-5"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  );
}

const lookOf = (draft: MarkDraft, picture: Size, color: string) => ({
  color,
  finish: draft.markType === 'text' ? draft : { ...draft, outlineWidth: 0 },
  opacity: draft.opacity,
  gap: draft.tile ? draft.tileGap * shorterEdge(picture) : undefined,
});

function Note({ children }: { children: ReactNode }) {
  return (
    <p
      role="status"
      className="pointer-events-none absolute inset-x-3 top-3 mx-auto w-fit max-w-[calc(100%-1.5rem)] rounded-2xl bg-black/70 px-3.5 py-1.5 text-center text-xs leading-snug text-white"
    >
      {children}
    </p>
  );
}

export function Stage({ address, facts, options: draft, change, isBusy, language, ask }: StageProps<MarkDraft>) {
  const t = words[language];
  const { source, isExact, problem, missing } = useSource(draft, ask);
  const { width = unknownPicture.width, height = unknownPicture.height } = facts;
  const picture = useMemo(() => ({ width, height }), [width, height]);
  const wishes = JSON.stringify(wishesOf(draft));
  const placed = useMemo(
    () => source && placeMark(picture, source.shape, JSON.parse(wishes)),
    [source, picture, wishes],
  );
  const isAuto = draft.markType === 'text' && draft.color === 'auto';
  const beneath = useBeneath(address, isAuto);
  const chosen = beneath && placed ? chooseInk(beneath, picture, draft.tile ? undefined : placed) : '#ffffff';
  const history = useHistory(draft, change);
  const place = (next: Placed) => {
    if (source && placed) change(placeDraft(draft, picture, source.shape, placed, next));
  };
  const note =
    problem ??
    (missing.length > 0 ? fill(t.signsMissing, { signs: missing.join(' ') }) : undefined) ??
    (source ? undefined : draft.markType === 'text' ? t.typeFirst : t.pickFirst);
  return (
    <div className="absolute inset-0 flex flex-col" data-exact={isExact}>
      <div className="relative min-h-0 flex-1">
        <MarkCanvas
          address={address}
          name={facts.name}
          picture={picture}
          source={source}
          placed={placed}
          look={lookOf(draft, picture, draft.color === 'auto' ? chosen : draft.color)}
          margin={draft.margin}
          isLocked={isBusy}
          isOpaque={facts.hasAlpha === false}
          onPlace={place}
          onUndo={history.undo}
          onRedo={history.redo}
        />
        {note && <Note>{note}</Note>}
      </div>
      <div className="flex items-center gap-1 border-t border-line bg-paper px-3 py-1">
        <IconButton
          label={markCanvasWords[language].undo}
          icon={<Glyph path={paths.undo} />}
          disabled={!history.canUndo || isBusy}
          onClick={history.undo}
        />
        <IconButton
          label={markCanvasWords[language].redo}
          icon={<Glyph path={paths.redo} />}
          disabled={!history.canRedo || isBusy}
          onClick={history.redo}
        />
        <p className="ms-auto max-w-64 pe-2 text-end text-[0.8125rem] leading-tight text-balance text-soft sm:max-w-none">
          {t.canvasHint}
        </p>
      </div>
    </div>
  );
}
