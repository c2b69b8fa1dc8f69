// The position of an artwork's page on its stage: fitted until the user zooms or pans, and kept in sight.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { centrePage, fitPage, holdInSight, type Size, type StageView } from './view.ts';

interface Shown {
  /** The page; a new size is fitted again. */
  readonly artwork: Size;
  readonly stage: Size;
  /** Height in pixels at the bottom of the stage that a fitted page leaves free. */
  readonly footPx: number;
}

interface ViewControl {
  readonly view: StageView;
  readonly changeView: (change: (view: StageView) => StageView) => void;
  /** In CSS pixels. */
  readonly pan: (x: number, y: number) => void;
  readonly showWhole: () => void;
  readonly showTruePixels: () => void;
}

export function useStageView({ artwork, stage, footPx }: Shown): ViewControl {
  /** Whether the page is fitted to the stage: true until the user zooms or pans. */
  const isWhole = useRef(true);
  const [view, setView] = useState<StageView>({ scale: 1, x: 0, y: 0 });
  const margins = { margin: stage.width < 640 ? 16 : 40, foot: footPx };

  const changeView = useEffectEvent((change: (view: StageView) => StageView) => {
    isWhole.current = false;
    setView(old => holdInSight(change(old), artwork, stage));
  });

  const showWhole = useEffectEvent(() => {
    isWhole.current = true;
    setView(fitPage(artwork, stage, margins));
  });
  const isSized = stage.width > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is fitted again when its size changes and once the stage has a size.
  useEffect(() => {
    if (isSized) showWhole();
  }, [artwork.width, artwork.height, isSized]);

  // When the stage is resized, a fitted page is fitted again; otherwise the centre stays in the centre.
  const lastStage = useRef(stage);
  useEffect(() => {
    const before = lastStage.current;
    lastStage.current = stage;
    if (before.width === 0) return;
    if (isWhole.current) {
      showWhole();
      return;
    }
    const by = { x: Math.round((stage.width - before.width) / 2), y: Math.round((stage.height - before.height) / 2) };
    changeView(old => ({ ...old, x: old.x + by.x, y: old.y + by.y }));
  }, [stage]);

  return {
    view,
    changeView,
    pan: (x, y) => changeView(old => ({ ...old, x: old.x + x, y: old.y + y })),
    showWhole,
    showTruePixels: () => {
      isWhole.current = false;
      setView(centrePage(artwork, stage, 1 / (globalThis.devicePixelRatio || 1)));
    },
  };
}
