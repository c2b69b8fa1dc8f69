// The stage of watermarks: the picture with the marks, drawn with the server's pixels; the selected mark can be dragged.

import { isHeldSmall, type Placed, placeMark, type Size, shorterEdge } from 'contract/mark/place.ts';
import { wishesOf } from 'contract/mark/wishes.ts';
import { fill } from 'contract/words.ts';
import { chooseInk } from 'engines/pixels/choose-ink.ts';
import { type ReactNode, useMemo, useRef } from 'react';
import { Glyph } from 'ui/glyph.tsx';
import { IconButton } from 'ui/icon-button.tsx';
import { MarkCanvas } from 'ui/mark-canvas/mark-canvas.tsx';
import { useBeneath } from 'ui/mark-canvas/use-beneath.ts';
import { markCanvasWords } from 'ui/mark-canvas/words.ts';
import { type DraftMark, placeDraft } from 'ui/mark-options/draft-mark.ts';
import { useHistory } from 'ui/mark-options/use-history.ts';
import { type FoundSource, useSources } from 'ui/mark-options/use-sources.tsx';
import type { StageProps } from 'ui/tool-screen.ts';
import { chooseMark, useChosenMark } from './chosen-mark.ts';
import { changeMark, type MarkDraft } from './draft.ts';
import { words } from './words.ts';

/** Assumed size of a picture until the server has read it. */
const unknownPicture: Size = { width: 1200, height: 900 };
const paths = {
  undo: 'M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 0 11H11',
  redo: 'm15 14 5-5-5-5M20 9H9.5a5.5 5.5 0 0 0 0 11H13',
};

function lookOf(mark: DraftMark, picture: Size, color: string) {
  const { outlineColor, shadow, shadowColor, shadowBlur, shadowDistance, opacity, tile, tileGap } = mark;
  const outlineWidth = mark.markType === 'text' ? mark.outlineWidth : 0;
  return {
    color,
    finish: { outlineWidth, outlineColor, shadow, shadowColor, shadowBlur, shadowDistance },
    opacity,
    gap: tile ? tileGap * shorterEdge(picture) : undefined,
  };
}

const isAuto = ({ markType, color }: DraftMark) => markType === 'text' && color === 'auto';

interface ShownMark {
  readonly mark: DraftMark;
  readonly found: FoundSource;
  readonly placed: Placed | undefined;
  readonly look: ReturnType<typeof lookOf>;
}

/** Returns every mark with its position on this picture and its look, from bottom to top. */
function useShownMarks(
  { marks }: MarkDraft,
  picture: Size,
  address: string | undefined,
  ask: StageProps<MarkDraft>['ask'],
): ShownMark[] {
  const sources = useSources(marks, ask);
  const beneath = useBeneath(address, marks.some(isAuto));
  // Keeps the object identity of unchanged positions, so that only moved marks are redrawn.
  const places = useRef<ReadonlyMap<string, Placed>>(new Map());
  const shown = marks.map((mark, index): ShownMark => {
    const found = sources[index]!;
    const next = found.source && placeMark(picture, found.source.shape, wishesOf(mark));
    const last = places.current.get(mark.id);
    const placed = last && JSON.stringify(last) === JSON.stringify(next) ? last : next;
    const chosen = beneath && placed ? chooseInk(beneath, picture, mark.tile ? undefined : placed) : '#ffffff';
    return { mark, found, placed, look: lookOf(mark, picture, isAuto(mark) ? chosen : mark.color) };
  });
  places.current = new Map(shown.flatMap(({ mark, placed }) => (placed ? [[mark.id, placed]] : [])));
  return shown;
}

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
  const { width = unknownPicture.width, height = unknownPicture.height } = facts;
  const picture = useMemo(() => ({ width, height }), [width, height]);
  const shown = useShownMarks(draft, picture, address, ask);
  const mark = useChosenMark(draft);
  const at = shown.findIndex(one => one.mark.id === mark.id);
  const { found, placed, look } = shown[at]!;
  const { source, problem, missing } = found;
  const history = useHistory(draft, change, isBusy);
  const place = (next: Placed) => {
    if (!source || !placed) return;
    change({ marks: changeMark(draft.marks, mark.id, placeDraft(mark, picture, source.shape, placed, next)) });
  };
  // The slider of the size changes nothing then.
  const isHeld = source !== undefined && mark.markType === 'text' && isHeldSmall(picture, source.shape, wishesOf(mark));
  const note =
    problem ??
    (missing.length > 0 ? fill(t.signsMissing, { signs: missing.join(' ') }) : undefined) ??
    (source ? undefined : mark.markType === 'text' ? t.typeFirst : t.pickFirst);
  return (
    <div className="absolute inset-0 flex flex-col" data-exact={shown.every(one => one.found.isExact)}>
      <div className="relative min-h-0 flex-1">
        <MarkCanvas
          address={address}
          name={facts.name}
          picture={picture}
          source={source}
          placed={placed}
          look={look}
          margin={mark.margin}
          others={shown.flatMap((one, index) =>
            one.found.source && one.placed && index !== at
              ? [{ id: one.mark.id, source: one.found.source, placed: one.placed, look: one.look, isAbove: index > at }]
              : [],
          )}
          onChoose={chooseMark}
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
          {isHeld ? t.heldSmall : t.canvasHint}
        </p>
      </div>
    </div>
  );
}
