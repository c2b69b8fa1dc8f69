// The boxes of an artwork's layers on the canvas of the handles: each is empty, lies where its layer lies, and has the handles that suit it.
import type { Artwork, Layer } from 'contract/artwork/artwork.ts';
import { ActiveSelection, type Canvas, Control, controlsUtils, FabricObject, type TMat2D, util } from 'fabric/es';
import type { GestureBox } from './resized.ts';

export class LayerBox extends FabricObject {
  layer!: Layer;
  override _render(): void {
    // The scene draws the layer.
  }
}

const corners = ['tl', 'tr', 'bl', 'br'] as const;
export const sides = ['ml', 'mr', 'mt', 'mb'] as const;

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

/** Where a box lies now, while it is dragged or scaled. */
export function boxOf(object: LayerBox): GestureBox {
  const matrix: TMat2D = object.calcTransformMatrix();
  const { angle, scaleX, scaleY, translateX: x, translateY: y } = util.qrDecompose(matrix);
  return { x, y, width: object.width * scaleX, height: object.height * scaleY, degrees: angle };
}

/** Resets a box to the layer's place in the artwork. */
export function placeBox(box: LayerBox): void {
  const { x: left, y: top, width, height, degrees: angle } = box.layer;
  box.set({ left, top, width, height, scaleX: 1, scaleY: 1, angle });
}

interface Synced {
  readonly artwork: Artwork;
  readonly selection: readonly string[];
  readonly color: string;
}

/** Returns a function that gives the canvas the boxes of an artwork, and selects those of its selection. */
export function keepBoxes(canvas: Canvas): (scene: Synced) => void {
  const boxes = new Map<string, LayerBox>();

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

  return ({ artwork, selection, color }) => {
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
  };
}
