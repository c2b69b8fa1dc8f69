// The handles of the selected layers, on a fabric canvas above the scene. Its objects are empty boxes: the scene draws their content.
import type { Artwork, Layer } from 'contract/artwork/artwork.ts';
import { Canvas, type TPointerEvent } from 'fabric/es';
import { boxOf, keepBoxes, LayerBox, placeBox, sides } from './layer-boxes.ts';
import { resizedLayer } from './resized.ts';
import { makeSnapLines } from './snap-lines.ts';
import type { Size, StageView } from './view.ts';

export interface HandleEvents {
  readonly onSelect: (ids: readonly string[]) => void;
  /** A layer is double-clicked. */
  readonly onOpen: (id: string) => void;
  readonly onLive: (changed: ReadonlyMap<string, Layer>) => void;
  readonly onEnd: (changed: ReadonlyMap<string, Layer>, deed: 'move' | 'scale' | 'turn') => void;
  /** A finger drags where there is nothing to move. In CSS pixels. */
  readonly onPan: (x: number, y: number) => void;
}

interface HandleScene {
  readonly artwork: Artwork;
  readonly selection: readonly string[];
  readonly view: StageView;
  readonly stage: Size;
  readonly isActive: boolean;
  readonly color: string;
}

export interface Handles {
  readonly show: (scene: HandleScene) => void;
  readonly isBusy: () => boolean;
  /** Ends the current drag when a second finger touches. */
  readonly release: () => void;
  readonly dispose: () => void;
}

const isTouch = (event: TPointerEvent): event is TouchEvent => 'touches' in event;

/** Pans the page with a finger, and selects locked layers. Returns a function that ends the current press without an effect. */
function listenForPresses(canvas: Canvas, { onPan, onSelect }: HandleEvents): () => void {
  let pan: { x: number; y: number } | undefined;
  let pressed: { x: number; y: number } | undefined;
  const drop = () => {
    pan = undefined;
    pressed = undefined;
  };
  canvas.on('mouse:down:before', ({ e }) => {
    // Where there is no layer, a finger pans the page and a mouse drags a selection frame.
    canvas.selection = !isTouch(e);
  });
  canvas.on('mouse:down', ({ e, target, viewportPoint }) => {
    pressed = viewportPoint;
    const isMovable = target?.selectable ?? false;
    pan = isTouch(e) && !isMovable ? viewportPoint : undefined;
  });
  canvas.on('mouse:move', ({ viewportPoint }) => {
    if (!pan) return;
    onPan(viewportPoint.x - pan.x, viewportPoint.y - pan.y);
    pan = viewportPoint;
  });
  canvas.on('mouse:up', ({ target, viewportPoint }) => {
    const isStill = pressed && Math.hypot(viewportPoint.x - pressed.x, viewportPoint.y - pressed.y) < 5;
    drop();
    // A locked layer is selected by a press but cannot be dragged.
    if (isStill && target instanceof LayerBox && target.layer.isLocked) onSelect([target.layer.id]);
  });
  return drop;
}

/** Creates the canvas in `host`. */
export function makeHandles(host: HTMLElement, events: HandleEvents): Handles {
  const element = document.createElement('canvas');
  host.append(element);
  const canvas = new Canvas(element, {
    selection: true,
    preserveObjectStacking: true,
    uniScaleKey: 'shiftKey',
    stopContextMenu: false,
    fireRightClick: false,
    enableRetinaScaling: true,
  });
  canvas.upperCanvasEl.setAttribute('aria-hidden', 'true');
  const syncBoxes = keepBoxes(canvas);
  const lines = makeSnapLines();
  let shown: HandleScene | undefined;
  /** Whether the selection changes because the artwork has changed, not because a person selects something. */
  let isSyncing = false;
  let isDropping = false;

  const activeBoxes = () => canvas.getActiveObjects().filter(one => one instanceof LayerBox);

  function readChanged(corner: string | undefined): Map<string, Layer> {
    const isSide = corner !== undefined && (sides as readonly string[]).includes(corner);
    return new Map(activeBoxes().map(box => [box.layer.id, resizedLayer(box.layer, boxOf(box), isSide)]));
  }

  const tellSelection = () => {
    if (!isSyncing) events.onSelect(activeBoxes().map(({ layer }) => layer.id));
  };
  canvas.on('selection:created', tellSelection);
  canvas.on('selection:updated', tellSelection);
  canvas.on('selection:cleared', tellSelection);
  canvas.on('object:moving', ({ target, e }) => {
    lines.clear();
    if (shown && !e.ctrlKey && !e.metaKey) lines.snap(target, activeBoxes(), shown);
    events.onLive(readChanged(undefined));
  });
  canvas.on('object:scaling', ({ transform }) => events.onLive(readChanged(transform.corner)));
  canvas.on('object:rotating', () => events.onLive(readChanged(undefined)));
  canvas.on('object:modified', ({ action, transform }) => {
    lines.clear();
    if (isDropping) return;
    const deed = action === 'drag' ? 'move' : action === 'rotate' ? 'turn' : 'scale';
    events.onEnd(readChanged(transform?.corner), deed);
  });
  canvas.on('mouse:dblclick', ({ target }) => {
    if (target instanceof LayerBox) events.onOpen(target.layer.id);
  });
  const dropPress = listenForPresses(canvas, events);
  canvas.on('after:render', ({ ctx }) => {
    if (shown) lines.draw(ctx, shown);
  });

  function sync(scene: HandleScene): void {
    isSyncing = true;
    syncBoxes(scene);
    isSyncing = false;
  }

  return {
    show: scene => {
      const before = shown;
      shown = scene;
      if (!before || before.stage !== scene.stage) canvas.setDimensions(scene.stage);
      const { scale, x, y } = scene.view;
      if (!before || before.view !== scene.view) canvas.setViewportTransform([scale, 0, 0, scale, x, y]);
      if (!before || before.artwork !== scene.artwork || before.selection !== scene.selection) sync(scene);
      canvas.skipTargetFind = !scene.isActive;
      canvas.requestRenderAll();
    },
    isBusy: () => canvas._currentTransform !== null && canvas._currentTransform !== undefined,
    release: () => {
      dropPress();
      // fabric throws if no transform is in progress.
      if (!canvas._currentTransform) return;
      isDropping = true;
      canvas.endCurrentTransform();
      isDropping = false;
      const moved = activeBoxes();
      isSyncing = true;
      canvas.discardActiveObject();
      for (const box of moved) placeBox(box);
      if (shown) sync(shown);
    },
    dispose: () => void canvas.dispose(),
  };
}
