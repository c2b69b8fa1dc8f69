// The painter's canvas: the view, the stroke in progress, and one redraw per animation frame. React is notified only when a stroke is finished.
import { type Extent, scalesOf, type View, wholeView } from '../picture/zoom.ts';
import { Layers } from './layers.ts';
import {
  drawingTools,
  extendMark,
  finishMark,
  hasSize,
  type LiveMark,
  type PainterTool,
  type Point,
  startMark,
} from './live-mark.ts';
import type { MaskOp, Proposal } from './ops.ts';
import { type Placement, panView, placePicture, revealPoint, toPicture, toScreen, zoomView } from './placement.ts';

export interface BoardSettings {
  readonly picture: Extent;
  readonly tool: PainterTool;
  /** The brush's diameter on the screen; zooming in makes it finer in the picture. */
  readonly sizePx: number;
  readonly label: string;
  readonly colorOf: (label: string) => string;
  readonly ops: readonly MaskOp[];
  readonly proposals: readonly Proposal[];
  /** Only zooming and panning are allowed. */
  readonly isLocked: boolean;
}

export interface BoardReports {
  readonly onMark: (op: MaskOp) => void;
  readonly onView: (placement: Placement, view: View, canZoomIn: boolean) => void;
}

const flashMs = 900;
/** How far an arrow key moves the cursor, in screen pixels. */
const cursorStep = 12;

export class Board {
  private readonly canvas: HTMLCanvasElement;
  private readonly reports: BoardReports;
  private readonly layers: Layers;
  private settings: BoardSettings;
  private frame: Extent = { width: 0, height: 0 };
  private view: View = wholeView;
  private live: LiveMark | undefined;
  /** The keyboard's cursor, in picture pixels. */
  private cursor: Point | undefined;
  /** The mouse's cursor, in screen pixels. */
  private hover: Point | undefined;
  /** Set while the space bar is held, when dragging pans the picture; called when a drag begins. */
  private hand: (() => void) | undefined;
  private request = 0;
  private flash: ReturnType<typeof setTimeout> | undefined;

  constructor(canvas: HTMLCanvasElement, settings: BoardSettings, reports: BoardReports) {
    this.canvas = canvas;
    this.layers = new Layers(canvas);
    this.settings = settings;
    this.reports = reports;
  }

  dispose(): void {
    cancelAnimationFrame(this.request);
    clearTimeout(this.flash);
  }

  update(settings: BoardSettings): void {
    const old = this.settings;
    this.settings = settings;
    if (old.picture.width !== settings.picture.width || old.picture.height !== settings.picture.height)
      this.show(wholeView);
    if (old.tool !== settings.tool || settings.isLocked) this.cancel();
    this.layers.forget();
    this.showPointer();
    this.ask();
  }

  resize(width: number, height: number): void {
    this.frame = { width, height };
    this.layers.resize(this.frame);
    // Clamps the view to the limits of the new frame.
    this.show(panView(this.view, 0, 0, this.settings.picture, this.frame));
    // Resizing clears the canvas, which would flash if it were redrawn only in the next animation frame.
    this.draw();
  }

  get placement(): Placement {
    return placePicture(this.settings.picture, this.frame, this.view);
  }

  get isWhole(): boolean {
    return this.view.scale === 1;
  }

  get isHandHeld(): boolean {
    return this.hand !== undefined;
  }

  get isDrawing(): boolean {
    return this.live !== undefined;
  }

  get tool(): PainterTool {
    return this.settings.tool;
  }

  /** Whether a press draws instead of panning. */
  get takesMarks(): boolean {
    return !this.settings.isLocked && !this.hand && drawingTools.includes(this.settings.tool);
  }

  zoom(factor: number, at: Point = { x: this.frame.width / 2, y: this.frame.height / 2 }): void {
    this.show(zoomView(this.view, factor, at, this.settings.picture, this.frame));
  }

  /** Zooms around the keyboard's cursor if it is in use, otherwise around the centre. */
  zoomAtCursor(factor: number): void {
    this.zoom(factor, this.cursor && toScreen(this.placement, this.cursor));
  }

  pan(dx: number, dy: number): void {
    this.hand?.();
    this.show(panView(this.view, dx, dy, this.settings.picture, this.frame));
  }

  showWhole(): void {
    this.show(wholeView);
  }

  private show(view: View): void {
    const { picture } = this.settings;
    this.view = view;
    this.layers.forget();
    const { placement } = this;
    const { deepest } = scalesOf(picture, { width: (picture.width * placement.scale) / view.scale, height: 0 });
    this.reports.onView(placement, view, view.scale < deepest);
    this.ask();
  }

  /** Starts a mark at a screen point. */
  start(at: Point): void {
    this.startAt(toPicture(this.placement, at));
  }

  private startAt(point: Point): void {
    const { tool, label, sizePx } = this.settings;
    this.live = startMark(tool, label, sizePx / this.placement.scale, point);
    this.layers.beginStroke();
    this.ask();
  }

  extend(at: Point): void {
    if (!this.live) return;
    extendMark(this.live, toPicture(this.placement, at));
    this.ask();
  }

  finish(): MaskOp | undefined {
    const { live } = this;
    this.live = undefined;
    const op = live && finishMark(live, this.placement.scale);
    // The drawn mark stays visible until the list is updated with it.
    if (op) this.layers.add(op, { ...this.settings, placement: this.placement });
    else this.layers.forget();
    this.ask();
    if (op) this.reports.onMark(op);
    return op;
  }

  cancel(): void {
    if (!this.live) return;
    this.live = undefined;
    this.layers.forget();
    this.ask();
  }

  hoverAt(at: Point | undefined): void {
    this.hover = at;
    if (at) this.cursor = undefined;
    this.ask();
  }

  /** The keyboard's cursor in whole picture pixels; initially the centre of the visible area. */
  get cursorPoint(): Point {
    const { width, height } = this.settings.picture;
    const { x, y } = this.cursor ?? toPicture(this.placement, { x: this.frame.width / 2, y: this.frame.height / 2 });
    return { x: Math.min(width, Math.max(0, Math.round(x))), y: Math.min(height, Math.max(0, Math.round(y))) };
  }

  /** Moves the keyboard's cursor by a step or by a single picture pixel, and pans it into view. */
  moveCursor(dx: number, dy: number, isFine: boolean): void {
    const from = this.cursorPoint;
    const step = isFine ? 1 : Math.max(1, Math.round(cursorStep / this.placement.scale));
    this.cursor = { x: from.x + dx * step, y: from.y + dy * step };
    this.cursor = this.cursorPoint;
    this.hover = undefined;
    if (this.live) extendMark(this.live, this.cursor);
    this.show(revealPoint(this.view, toScreen(this.placement, this.cursor), this.settings.picture, this.frame));
  }

  startAtCursor(): void {
    this.cursor = this.cursorPoint;
    this.startAt(this.cursor);
  }

  /** Briefly shows the brush's size in the centre. */
  flashSize(): void {
    clearTimeout(this.flash);
    this.hoverAt({ x: this.frame.width / 2, y: this.frame.height / 2 });
    this.flash = setTimeout(() => this.hoverAt(undefined), flashMs);
  }

  holdHand(onMove: () => void): void {
    this.hand = onMove;
    this.showPointer();
  }

  dropHand(): void {
    this.hand = undefined;
    this.showPointer();
  }

  showPointer(): void {
    const drawing = hasSize(this.settings.tool) ? 'none' : 'crosshair';
    this.canvas.style.cursor = this.takesMarks ? drawing : 'grab';
  }

  private ask(): void {
    cancelAnimationFrame(this.request);
    this.request = requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    const { placement, live, cursor } = this;
    const isRing = hasSize(this.settings.tool);
    const at = cursor ? toScreen(placement, cursor) : isRing ? this.hover : undefined;
    const shown = at && this.takesMarks;
    this.layers.draw({
      ...this.settings,
      placement,
      live,
      cursor: shown ? { ...at, diameter: isRing ? this.settings.sizePx : undefined } : undefined,
      hasAim: cursor !== undefined,
    });
  }
}
