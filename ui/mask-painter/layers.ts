// The painter's canvas and a hidden canvas that caches the drawn marks, so that a stroke is only added to them.
import type { Extent } from '../picture/zoom.ts';
import * as draw from './draw.ts';
import { hasSize, type LiveMark } from './live-mark.ts';
import type { MaskOp, Proposal } from './ops.ts';
import type { Placement } from './placement.ts';

interface Marks {
  readonly picture: Extent;
  readonly placement: Placement;
  readonly colorOf: draw.ColorOf;
}

interface Scene extends Marks {
  readonly ops: readonly MaskOp[];
  readonly proposals: readonly Proposal[];
  readonly live: LiveMark | undefined;
  /** In screen pixels; without a diameter, a cross is drawn. */
  readonly cursor: { readonly x: number; readonly y: number; readonly diameter: number | undefined } | undefined;
  /** The cursor is moved by keys, so its centre is drawn as well. */
  readonly hasAim: boolean;
}

const highestRatio = 3;
const markOpacity = 0.55;

export class Layers {
  private readonly canvas: HTMLCanvasElement;
  private readonly hidden = document.createElement('canvas');
  private ratio = 1;
  private isStale = true;
  /** The point up to which the live stroke is drawn on the hidden canvas. */
  private drawnPoint = 0;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
  }

  /** Resizes and clears both canvases. */
  resize({ width, height }: Extent): void {
    this.ratio = Math.min(highestRatio, devicePixelRatio || 1);
    for (const canvas of [this.canvas, this.hidden]) {
      canvas.width = Math.max(1, Math.round(width * this.ratio));
      canvas.height = Math.max(1, Math.round(height * this.ratio));
    }
    this.isStale = true;
  }

  /** Redraws all marks at the next draw. */
  forget(): void {
    this.isStale = true;
  }

  /** Called when a live stroke begins. */
  beginStroke(): void {
    this.drawnPoint = 0;
  }

  /** Draws a mark on top before it is in the list. */
  add(op: MaskOp, marks: Marks): void {
    this.onHidden(marks, context => draw.drawOps(context, [op], marks.colorOf));
  }

  draw(scene: Scene): void {
    const { placement, live, colorOf, cursor } = scene;
    if (this.isStale) {
      draw.wipe(this.hidden.getContext('2d')!);
      this.onHidden(scene, context => draw.drawOps(context, scene.ops, colorOf));
      this.drawnPoint = 0;
      this.isStale = false;
    }
    if (live && hasSize(live.tool)) {
      this.onHidden(scene, context => {
        this.drawnPoint = draw.drawLiveStroke(context, live, this.drawnPoint, colorOf);
      });
    }
    const context = this.canvas.getContext('2d')!;
    draw.wipe(context);
    context.globalAlpha = markOpacity;
    context.drawImage(this.hidden, 0, 0);
    draw.drawHatch(context, this.ratio);
    draw.takePicturePixels(context, placement, this.ratio);
    for (const proposal of scene.proposals) draw.drawProposal(context, proposal, placement.scale, colorOf);
    if (live) draw.drawLiveShape(context, live, placement.scale, colorOf);
    if (!cursor) return;
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    draw.drawCursor(context, cursor.x, cursor.y, cursor.diameter);
    if (scene.hasAim && cursor.diameter !== undefined) draw.drawCursor(context, cursor.x, cursor.y, 2);
  }

  /** Paints in picture pixels, clipped to the picture. */
  private onHidden({ picture, placement }: Marks, paint: (context: CanvasRenderingContext2D) => void): void {
    const context = this.hidden.getContext('2d')!;
    context.save();
    draw.takePicturePixels(context, placement, this.ratio);
    context.beginPath();
    context.rect(0, 0, picture.width, picture.height);
    context.clip();
    paint(context);
    context.restore();
  }
}
