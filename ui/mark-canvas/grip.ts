// The grip of a mark: a box on a fabric canvas with corner handles and a rotation handle. Loaded on first use.
import type { Placed } from 'contract/mark/place.ts';
import { Canvas, Control, controlsUtils, FabricObject, Point, Rect, type TPointerEvent } from 'fabric/es';
import type { PaintedCanvas } from './paint-mark.ts';

const handleSize = 14;
const fingerSize = 44;
const turnerDistance = 34;

/** Draws a painted mark. The box is that of the ink; outline and shadow extend beyond it. */
class MarkObject extends FabricObject {
  painted: PaintedCanvas | undefined;

  override _render(context: CanvasRenderingContext2D): void {
    if (!this.painted) return;
    const { canvas, inset } = this.painted;
    // The canvas may have been painted for a slightly different box size.
    const scale = this.width / (canvas.width - 2 * inset);
    context.imageSmoothingQuality = 'high';
    const [width, height] = [canvas.width * scale, canvas.height * scale];
    context.drawImage(canvas, -width / 2, -height / 2, width, height);
  }
}

/** The rotation handle: above the box, or below it if there is no space above. */
function makeTurner(findFrame: () => { width: number; height: number }): Control {
  return new Control({
    x: 0,
    y: -0.5,
    offsetY: -turnerDistance,
    withConnection: true,
    actionName: 'rotate',
    actionHandler: controlsUtils.rotationWithSnapping,
    cursorStyleHandler: controlsUtils.rotationStyleHandler,
    positionHandler: (size, matrix, _object, control) => {
      const at = (side: number) => {
        control.y = side * 0.5;
        control.offsetY = side * turnerDistance;
        return new Point(0, control.y * size.y + control.offsetY).transform(matrix);
      };
      const { width, height } = findFrame();
      const isInside = ({ x, y }: Point) => x > 10 && y > 10 && x < width - 10 && y < height - 10;
      const above = at(-1);
      if (isInside(above)) return above;
      const below = at(1);
      return isInside(below) ? below : at(-1);
    },
  });
}

interface GripScene {
  readonly frame: { readonly width: number; readonly height: number };
  /** The picture's rectangle in the frame: the mark is clipped to it. */
  readonly window: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  readonly painted: PaintedCanvas;
  /** In frame pixels. */
  readonly box: Placed;
  readonly opacity: number;
  readonly isLocked: boolean;
  /** The colour of handles and lines. */
  readonly color: string;
}

export interface GripEvents {
  /** Called while the mark is dragged. May return a different place, e.g. snapped to a guide line. */
  readonly onMove: (box: Placed, kind: 'move' | 'size' | 'turn') => Placed;
  readonly onEnd: (box: Placed) => void;
}

const normalise = (degrees: number) => Math.round(((((degrees + 180) % 360) + 360) % 360) * 100 - 18_000) / 100;

function styleGrip(object: MarkObject, color: string): void {
  object.set({
    cornerColor: '#ffffff',
    cornerStrokeColor: color,
    borderColor: color,
    borderScaleFactor: 1.5,
    cornerStyle: 'circle',
    cornerSize: handleSize,
    touchCornerSize: fingerSize,
    transparentCorners: false,
    // Keeps the handles off the ink.
    padding: 7,
    lockScalingFlip: true,
    objectCaching: false,
    snapAngle: 15,
    snapThreshold: 4,
    strokeWidth: 0,
    minScaleLimit: 0.001,
  });
}

const boxOf = (object: MarkObject): Placed => {
  const { x, y } = object.getCenterPoint();
  return {
    width: object.width * object.scaleX,
    height: object.height * object.scaleY,
    centre: { x, y },
    degrees: normalise(object.angle),
  };
};

function putBox(object: MarkObject, { width, height, centre, degrees }: Placed): void {
  object.set({ width, height, scaleX: 1, scaleY: 1, angle: degrees, left: centre.x, top: centre.y });
  object.set({ originX: 'center', originY: 'center' });
  object.setCoords();
}

export interface Grip {
  readonly show: (scene: GripScene) => void;
  readonly dispose: () => Promise<unknown>;
}

/** Creates the canvas in `host`. */
export function makeGrip(host: HTMLElement, events: GripEvents): Grip {
  const element = document.createElement('canvas');
  host.append(element);
  const canvas = new Canvas(element, {
    selection: false,
    controlsAboveOverlay: true,
    allowTouchScrolling: true,
    // Only corner handles are shown; they keep the aspect ratio with any modifier key.
    uniScaleKey: null,
    stopContextMenu: false,
  });
  canvas.upperCanvasEl.setAttribute('aria-hidden', 'true');
  const object = new MarkObject();
  object.controls = {
    ...Object.fromEntries(
      Object.entries(controlsUtils.createObjectDefaultControls()).filter(([name]) => /^[tb][lr]$/.test(name)),
    ),
    turn: makeTurner(() => ({ width: canvas.width, height: canvas.height })),
  };
  const window = new Rect({ absolutePositioned: true, originX: 'left', originY: 'top' });
  canvas.clipPath = window;
  canvas.add(object);
  canvas.setActiveObject(object);
  canvas.on('selection:cleared', () => canvas.setActiveObject(object));
  const move = (kind: 'move' | 'size' | 'turn') => () => {
    const box = boxOf(object);
    const wanted = events.onMove(box, kind);
    if (wanted === box) return;
    if (kind === 'move') object.set({ left: wanted.centre.x, top: wanted.centre.y });
    else
      object.set({
        scaleX: wanted.width / object.width,
        scaleY: wanted.height / object.height,
        left: wanted.centre.x,
        top: wanted.centre.y,
      });
  };
  canvas.on('object:moving', move('move'));
  canvas.on('object:scaling', move('size'));
  canvas.on('object:rotating', move('turn'));
  canvas.on('object:modified', ({ e }: { e?: TPointerEvent }) => e && events.onEnd(boxOf(object)));
  return {
    show: scene => {
      canvas.setDimensions(scene.frame);
      window.set(scene.window);
      styleGrip(object, scene.color);
      object.painted = scene.painted;
      object.set({
        opacity: scene.opacity,
        hasControls: !scene.isLocked,
        hasBorders: !scene.isLocked,
        lockMovementX: scene.isLocked,
        lockMovementY: scene.isLocked,
        hoverCursor: scene.isLocked ? 'default' : 'move',
      });
      putBox(object, scene.box);
      canvas.requestRenderAll();
    },
    dispose: () => canvas.dispose(),
  };
}
