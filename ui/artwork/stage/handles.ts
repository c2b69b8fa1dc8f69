// The handles of the selected layers, on a fabric canvas above the scene. Its objects are empty boxes: the scene draws their content.
import type { Artwork, Layer } from 'contract/artwork/artwork.ts';
import {
  ActiveSelection,
  Canvas,
  Control,
  controlsUtils,
  FabricObject,
  type TMat2D,
  type TPointerEvent,
  util,
} from 'fabric/es';
import { boundsOf, boundsOfAll, pageBounds } from '../geometry.ts';
import { snapBounds } from '../snap.ts';
import { type GestureBox, resizedLayer } from './resized.ts';
import type { Size, StageView } from './view.ts';

const snapPx = 6;

class LayerBox extends FabricObject {
  layer!: Layer;
  override _render(): void {
    // The scene draws the layer.
  }
}

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

const corners = ['tl', 'tr', 'bl', 'br'] as const;
const sides = ['ml', 'mr', 'mt', 'mb'] as const;

/** Returns the handles of a layer other than the rotation handle. */
function visibleHandles({ type, ...layer }: Layer): readonly string[] {
  if (type === 'text') return [...corners, 'ml', 'mr'];
  if (type === 'shape') {
    const isLine = 'shape' in layer && /line|arrow$/.test(layer.shape) && layer.shape !== 'block-arrow';
    return isLine ? ['ml', 'mr'] : [...corners, ...sides];
  }
  return type === 'veil' ? [...corners, ...sides] : corners;
}

function dress(object: FabricObject, color: string): void {
  object.set({
    cornerColor: '#ffffff',
    cornerStrokeColor: color,
    borderColor: color,
    borderScaleFactor: 1.75,
    cornerStyle: 'circle',
    cornerSize: 13,
    touchCornerSize: 40,
    transparentCorners: false,
    lockScalingFlip: true,
    objectCaching: false,
    snapAngle: 15,
    snapThreshold: 3,
    strokeWidth: 0,
    minScaleLimit: 0.001,
    originX: 'center',
    originY: 'center',
  });
}

const turner = () =>
  new Control({
    x: 0,
    y: 0.5,
    offsetY: 30,
    withConnection: true,
    actionName: 'rotate',
    actionHandler: controlsUtils.rotationWithSnapping,
    cursorStyleHandler: controlsUtils.rotationStyleHandler,
  });

const isTouch = (event: TPointerEvent): event is TouchEvent => 'touches' in event;

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
  const boxes = new Map<string, LayerBox>();
  let shown: HandleScene | undefined;
  let isSyncing = false;
  let isDropping = false;
  let lines: { x: readonly number[]; y: readonly number[] } = { x: [], y: [] };
  let pan: { x: number; y: number } | undefined;
  let pressed: { x: number; y: number } | undefined;

  const activeBoxes = () => canvas.getActiveObjects().filter(one => one instanceof LayerBox);

  function boxOf(object: LayerBox): GestureBox {
    const matrix: TMat2D = object.calcTransformMatrix();
    const { angle, scaleX, scaleY, translateX: x, translateY: y } = util.qrDecompose(matrix);
    return { x, y, width: object.width * scaleX, height: object.height * scaleY, degrees: angle };
  }

  function readChanged(corner: string | undefined): Map<string, Layer> {
    const isSide = corner !== undefined && (sides as readonly string[]).includes(corner);
    return new Map(activeBoxes().map(box => [box.layer.id, resizedLayer(box.layer, boxOf(box), isSide)]));
  }

  function snapMoved(target: FabricObject, event: TPointerEvent): void {
    lines = { x: [], y: [] };
    if (!shown || event.ctrlKey || event.metaKey) return;
    const moved = activeBoxes();
    const ids = new Set(moved.map(({ layer }) => layer.id));
    const box = boundsOfAll(moved.map(one => ({ ...one.layer, ...boxOf(one) })));
    if (!box) return;
    const others = shown.artwork.layers.filter(({ id, isHidden }) => !ids.has(id) && !isHidden).map(boundsOf);
    const snap = snapBounds(box, [pageBounds(shown.artwork), ...others], snapPx / shown.view.scale);
    lines = snap.lines;
    target.set({ left: target.left + snap.by.x, top: target.top + snap.by.y });
    target.setCoords();
  }

  function drawLines({ ctx }: { ctx: CanvasRenderingContext2D }): void {
    if (!shown || (lines.x.length === 0 && lines.y.length === 0)) return;
    const { view, stage } = shown;
    ctx.save();
    ctx.strokeStyle = '#f0405a';
    ctx.beginPath();
    for (const x of lines.x) {
      const at = Math.round(view.x + x * view.scale) + 0.5;
      ctx.moveTo(at, 0);
      ctx.lineTo(at, stage.height);
    }
    for (const y of lines.y) {
      const at = Math.round(view.y + y * view.scale) + 0.5;
      ctx.moveTo(0, at);
      ctx.lineTo(stage.width, at);
    }
    ctx.stroke();
    ctx.restore();
  }

  const tellSelection = () => {
    if (!isSyncing) events.onSelect(activeBoxes().map(({ layer }) => layer.id));
  };
  canvas.on('selection:created', tellSelection);
  canvas.on('selection:updated', tellSelection);
  canvas.on('selection:cleared', tellSelection);
  canvas.on('object:moving', ({ target, e }) => {
    snapMoved(target, e);
    events.onLive(readChanged(undefined));
  });
  canvas.on('object:scaling', ({ transform }) => events.onLive(readChanged(transform.corner)));
  canvas.on('object:rotating', () => events.onLive(readChanged(undefined)));
  canvas.on('object:modified', ({ action, transform }) => {
    lines = { x: [], y: [] };
    if (isDropping) return;
    const deed = action === 'drag' ? 'move' : action === 'rotate' ? 'turn' : 'scale';
    events.onEnd(readChanged(transform?.corner), deed);
  });
  canvas.on('mouse:dblclick', ({ target }) => {
    if (target instanceof LayerBox) events.onOpen(target.layer.id);
  });
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
    events.onPan(viewportPoint.x - pan.x, viewportPoint.y - pan.y);
    pan = viewportPoint;
  });
  canvas.on('mouse:up', ({ target, viewportPoint }) => {
    const isStill = pressed && Math.hypot(viewportPoint.x - pressed.x, viewportPoint.y - pressed.y) < 5;
    pan = undefined;
    pressed = undefined;
    // A locked layer is selected by a press but cannot be dragged.
    if (isStill && target instanceof LayerBox && target.layer.isLocked) events.onSelect([target.layer.id]);
  });
  canvas.on('after:render', drawLines);

  /** Resets a box to the layer's place in the artwork. */
  function placeBox(box: LayerBox): void {
    const { x: left, y: top, width, height, degrees: angle } = box.layer;
    box.set({ left, top, width, height, scaleX: 1, scaleY: 1, angle });
  }

  function syncBox(layer: Layer, color: string): LayerBox {
    const box = boxes.get(layer.id) ?? new LayerBox();
    if (!boxes.has(layer.id)) {
      boxes.set(layer.id, box);
      box.controls = { ...controlsUtils.createObjectDefaultControls(), mtr: turner() };
      canvas.add(box);
    }
    if (box.layer !== layer) {
      box.layer = layer;
      dress(box, color);
      placeBox(box);
      const { isLocked, isHidden } = layer;
      box.set({ visible: !isHidden, evented: !isHidden, selectable: !isLocked, hasControls: !isLocked });
      box.set({ lockMovementX: isLocked, lockMovementY: isLocked, hoverCursor: isLocked ? 'default' : 'move' });
      const seen = visibleHandles(layer);
      for (const name of [...corners, ...sides]) box.setControlVisible(name, seen.includes(name));
    }
    box.setCoords();
    return box;
  }

  function sync({ artwork, selection, color }: HandleScene): void {
    isSyncing = true;
    canvas.discardActiveObject();
    const present = new Set(artwork.layers.map(({ id }) => id));
    for (const [id, box] of boxes)
      if (!present.has(id)) {
        canvas.remove(box);
        boxes.delete(id);
      }
    for (const [index, layer] of artwork.layers.entries()) {
      const box = syncBox(layer, color);
      if (canvas.item(index) !== box) canvas.moveObjectTo(box, index);
    }
    const active = selection.flatMap(id => boxes.get(id) ?? []).filter(({ visible }) => visible);
    const movable = active.filter(({ layer }) => !layer.isLocked);
    if (active.length === 1) canvas.setActiveObject(active[0]!);
    else if (movable.length > 1) {
      const many = new ActiveSelection(movable, { canvas });
      dress(many, color);
      many.controls = { ...controlsUtils.createObjectDefaultControls(), mtr: turner() };
      for (const name of sides) many.setControlVisible(name, false);
      canvas.setActiveObject(many);
    } else if (movable.length === 1) canvas.setActiveObject(movable[0]!);
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
      pan = undefined;
      pressed = undefined;
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
