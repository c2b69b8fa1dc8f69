// The crop frame over the page, with handles at its corners and sides.
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import type { StageView } from 'ui/artwork/stage/view.ts';
import { useWords } from 'ui/language.tsx';
import { cropLimit, startBox } from './crop-deeds.ts';
import { type CropBox, type CropHandle, moveCrop, resetCrop, useCrop } from './crop-state.ts';
import { useEditor } from './state.ts';
import { editorWords } from './words.ts';

const handles: readonly (CropHandle & {
  name: 'handleNW' | 'handleN' | 'handleNE' | 'handleE' | 'handleSE' | 'handleS' | 'handleSW' | 'handleW';
  cursor: string;
})[] = [
  { x: -1, y: -1, name: 'handleNW', cursor: 'nwse-resize' },
  { x: 0, y: -1, name: 'handleN', cursor: 'ns-resize' },
  { x: 1, y: -1, name: 'handleNE', cursor: 'nesw-resize' },
  { x: 1, y: 0, name: 'handleE', cursor: 'ew-resize' },
  { x: 1, y: 1, name: 'handleSE', cursor: 'nwse-resize' },
  { x: 0, y: 1, name: 'handleS', cursor: 'ns-resize' },
  { x: -1, y: 1, name: 'handleSW', cursor: 'nesw-resize' },
  { x: -1, y: 0, name: 'handleW', cursor: 'ew-resize' },
];

export function CropFrame({ view }: { view: StageView }) {
  const t = useWords(editorWords);
  const artwork = useEditor(state => state.history!.present.artwork);
  const { box, ratio } = useCrop();
  const drag = useRef<{ handle: CropHandle; from: { x: number; y: number }; box: CropBox } | null>(null);
  useEffect(() => resetCrop, []);
  const shown = box ?? startBox(artwork);
  const set = (next: CropBox) => useCrop.setState({ box: next });
  const move = (from: CropBox, handle: CropHandle, by: { x: number; y: number }) =>
    set(moveCrop(from, handle, by, cropLimit(artwork), ratio));

  const press = (event: PointerEvent<HTMLElement>, handle: CropHandle) => {
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { handle, from: { x: event.clientX, y: event.clientY }, box: shown };
  };
  const follow = (event: PointerEvent<HTMLElement>) => {
    const held = drag.current;
    if (!held) return;
    const by = { x: (event.clientX - held.from.x) / view.scale, y: (event.clientY - held.from.y) / view.scale };
    move(held.box, held.handle, by);
  };
  const lift = () => {
    drag.current = null;
  };
  const key = (event: KeyboardEvent, handle: CropHandle) => {
    const step = (event.shiftKey ? 20 : 2) / view.scale;
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key];
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    move(shown, handle, { x: by[0]!, y: by[1]! });
  };
  const frame = {
    left: view.x + shown.x * view.scale,
    top: view.y + shown.y * view.scale,
    width: shown.width * view.scale,
    height: shown.height * view.scale,
  };
  const wiring = (handle: CropHandle) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => press(event, handle),
    onPointerMove: follow,
    onPointerUp: lift,
    onPointerCancel: lift,
    onKeyDown: (event: KeyboardEvent) => key(event, handle),
  });
  return (
    <div className="absolute inset-0 touch-none overflow-hidden">
      <button
        type="button"
        data-own-keys
        data-crop-frame
        aria-label={t.cropFrame}
        className="absolute cursor-move border-2 border-white shadow-[0_0_0_9999px_rgb(10_8_20/0.55)] outline-offset-4"
        style={frame}
        {...wiring({ x: 0, y: 0 })}
      >
        <span aria-hidden className="absolute inset-y-0 left-1/3 w-1/3 border-x border-white/50" />
        <span aria-hidden className="absolute inset-x-0 top-1/3 h-1/3 border-y border-white/50" />
      </button>
      {handles.map(handle => (
        <button
          key={handle.name}
          type="button"
          data-own-keys
          aria-label={t[handle.name]}
          className="absolute grid size-11 -translate-1/2 touch-none place-items-center"
          style={{
            left: frame.left + ((handle.x + 1) / 2) * frame.width,
            top: frame.top + ((handle.y + 1) / 2) * frame.height,
            cursor: handle.cursor,
          }}
          {...wiring(handle)}
        >
          <span aria-hidden className="size-3.5 rounded-full border-2 border-accent bg-white shadow-card" />
        </button>
      ))}
    </div>
  );
}
