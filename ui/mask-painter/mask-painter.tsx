// Marks parts of a picture by mouse, finger, pen or keyboard, with zoom. Fills its parent.
import { fill } from 'contract/words.ts';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useWords } from '../language.tsx';
import type { PainterTool } from './live-mark.ts';
import type { MaskLabel, MaskOp, Proposal } from './ops.ts';
import { ProposalBar, ProposalTicks } from './proposals.tsx';
import { type PictureState, Surface } from './surface.tsx';
import { sizeLimits, Toolbar } from './toolbar.tsx';
import { useBoard } from './use-board.ts';
import { useKeys } from './use-keys.ts';
import { useMarks } from './use-marks.ts';
import { useSayings } from './use-sayings.ts';
import { painterWords } from './words.ts';
import { ZoomPill, type ZoomReadout } from './zoom-pill.tsx';

interface MaskPainterProps {
  /** An address for an <img>; it may change to another rendering of the same picture. */
  address: string;
  /** The picture's own size in pixels, after applying the EXIF orientation. */
  width: number;
  height: number;
  /** The file name, read aloud. */
  name: string;
  /** One label, or two to choose between, such as keep and erase. */
  labels: readonly [MaskLabel, ...MaskLabel[]];
  /** The current marks in picture pixels: the list last passed to `onChange`, with the same identity until a change. */
  ops: readonly MaskOp[];
  onChange: (ops: readonly MaskOp[]) => void;
  /** Suggestions, each with a check box. Ticked ones become marks. */
  proposals?: readonly Proposal[];
  /** Called when the user has reviewed all suggestions. */
  onSettled?: () => void;
  /** Disables changes, e.g. during a run. */
  isLocked?: boolean;
  /** The picture has no transparency: the background is plain instead of a checkerboard. */
  isOpaque?: boolean;
  /** Additional buttons in the bar. */
  extra?: ReactNode;
}

const none: readonly Proposal[] = [];
/** Suggestions that have been shown: they keep their ticks when the screen is mounted again. */
const offered = new WeakSet<Proposal>();
/** The tool and brush size for the next picture. */
const remembered: { tool: PainterTool; size: number } = { tool: 'brush', size: 36 };

/** The tool and the brush size, with setters that announce the change. */
function useBrush(say: (sentence: string, isHasty?: boolean) => void) {
  const t = useWords(painterWords);
  const [brush, setBrush] = useState({ ...remembered });
  const change = (patch: Partial<typeof remembered>) => setBrush({ ...Object.assign(remembered, patch) });
  return {
    ...brush,
    setTool: (tool: PainterTool) => {
      change({ tool });
      say(t[tool]);
    },
    setSize: (wanted: number) => {
      const size = Math.min(sizeLimits.max, Math.max(sizeLimits.min, Math.round(wanted)));
      change({ size });
      say(fill(t.sizeNow, { size }), true);
    },
  };
}

export function MaskPainter({
  address,
  width,
  height,
  name,
  labels,
  ops,
  isLocked = false,
  ...rest
}: MaskPainterProps) {
  const { onChange, proposals = none, onSettled, isOpaque = false, extra } = rest;
  const frameRef = useRef<HTMLDivElement>(null);
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const readoutRef = useRef<ZoomReadout>(null);
  const { sayingsRef, say } = useSayings();
  const { tool, size, setTool, setSize } = useBrush(say);
  const [label, setLabel] = useState(labels[0].id);
  // A new rendering of the picture, such as a preview, replaces the current one only once loaded, so that drawing is not interrupted.
  const [state, setState] = useState<PictureState>('loading');
  const isHeld = isLocked || state !== 'shown';
  const { summary, add, takeBack, ...acts } = useMarks({ ops, onChange, labels, width, height, isHeld, say });

  const colors = labels.map(({ color }) => color).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours represent the labels, which may be a new list each time.
  const colorOf = useMemo(() => (id: string) => labels.find(one => one.id === id)?.color ?? '#000000', [colors]);
  const board = useBoard(
    { frameRef, canvasRef, readoutRef },
    {
      picture: { width, height },
      tool,
      sizePx: size,
      label,
      colorOf,
      ops,
      proposals: isHeld ? none : proposals,
      isLocked: isHeld,
    },
    op => void add([op]),
  );

  function resizeBrush(wanted: number) {
    setSize(wanted);
    board?.flashSize();
  }

  const ticked = new Set(ops.flatMap(({ from }) => (from === undefined ? [] : [from])));
  const tick = (chosen: readonly Proposal[]) => add(chosen.map(({ id, op }) => ({ ...op, from: id })));
  const offer = useEffectEvent(() => {
    const likely = proposals.filter(one => one.isLikely && !offered.has(one) && !ticked.has(one.id));
    for (const one of proposals) offered.add(one);
    if (likely.length > 0) tick(likely);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: suggestions are ticked once, when they appear on a picture that is shown.
  useEffect(() => {
    if (!isHeld) offer();
  }, [proposals, isHeld]);

  function settle() {
    onSettled?.();
    // The pressed button has been removed.
    canvasRef.current?.focus({ preventScroll: true });
  }

  const keys = useKeys(board, { setTool, resizeBrush: factor => resizeBrush(size * factor), say, ...acts });
  return (
    <div className="@container flex size-full flex-col" {...keys}>
      <Toolbar
        {...{ tool, size, labels, label, extra }}
        onTool={setTool}
        onSize={resizeBrush}
        onLabel={setLabel}
        isLocked={isHeld}
        {...acts}
      />
      <Surface {...{ frameRef, canvasRef, address, name, state, isOpaque }} onState={setState}>
        {!isHeld && (
          <ProposalTicks
            {...{ proposals, ticked }}
            picture={{ width, height }}
            toggle={one => (ticked.has(one.id) ? takeBack(new Set([one.id])) : tick([one]))}
          />
        )}
      </Surface>
      <div className="flex min-h-12 items-center justify-between gap-2 border-t border-line bg-paper ps-3 pe-1.5 @lg:ps-4">
        {!isHeld && proposals.length > 0 ? (
          <ProposalBar
            {...{ proposals, ticked, settle }}
            tickAll={() => tick(proposals.filter(({ id }) => !ticked.has(id)))}
            tickNone={() => takeBack(ticked)}
          />
        ) : (
          <p data-marked className="text-[0.8125rem] text-soft tabular-nums">
            {summary}
          </p>
        )}
        <ZoomPill ref={readoutRef} zoom={factor => board?.zoom(factor)} showWhole={() => board?.showWhole()} />
      </div>
      <p ref={sayingsRef} aria-live="polite" className="sr-only" />
    </div>
  );
}
