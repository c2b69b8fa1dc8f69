// The lines to which layers snap while they are moved.
import type { Artwork } from 'contract/artwork/artwork.ts';
import type { FabricObject } from 'fabric/es';
import { boundsOf, boundsOfAll, pageBounds } from '../geometry.ts';
import { snapBounds } from '../snap.ts';
import { boxOf, type LayerBox } from './layer-boxes.ts';
import type { Size, StageView } from './view.ts';

const snapPx = 6;

interface SnapLines {
  /** Moves the target of a drag, and with it these boxes, to lines nearby, which are drawn until they are cleared. */
  readonly snap: (
    target: FabricObject,
    moved: readonly LayerBox[],
    scene: { readonly artwork: Artwork; readonly view: StageView },
  ) => void;
  readonly clear: () => void;
  readonly draw: (ctx: CanvasRenderingContext2D, scene: { readonly view: StageView; readonly stage: Size }) => void;
}

export function makeSnapLines(): SnapLines {
  let lines: { x: readonly number[]; y: readonly number[] } = { x: [], y: [] };
  return {
    snap(target, moved, { artwork, view }) {
      const ids = new Set(moved.map(({ layer }) => layer.id));
      const box = boundsOfAll(moved.map(one => ({ ...one.layer, ...boxOf(one) })));
      if (!box) return;
      const others = artwork.layers.filter(({ id, isHidden }) => !ids.has(id) && !isHidden).map(boundsOf);
      const snap = snapBounds(box, [pageBounds(artwork), ...others], snapPx / view.scale);
      lines = snap.lines;
      target.set({ left: target.left + snap.by.x, top: target.top + snap.by.y });
      target.setCoords();
    },
    clear() {
      lines = { x: [], y: [] };
    },
    draw(ctx, { view, stage }) {
      if (lines.x.length === 0 && lines.y.length === 0) return;
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
    },
  };
}
