// A picture that was spoilt, with its truth.
import type { Pixels } from '../../engines/pixels/plane.ts';

export interface Spoilt {
  readonly pixels: Pixels;
  /** The ideal result, of the same size, pixel on pixel. */
  readonly clean: Pixels;
  /** 1 where something lies over the picture: a mark, dust. */
  readonly mask?: Uint8Array;
  /** Weights of a blur, odd side, sum 1; `mask` and `tilt` are then absent. */
  readonly kernel?: { readonly side: number; readonly weights: Float64Array };
  /** How far a scan is turned clockwise, in degrees. */
  readonly tilt?: number;
}
