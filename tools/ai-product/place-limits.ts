// Limits of moving a product from its default position, shared by the call and the page: shares of the shorter side, factors and degrees.
import type { Place } from 'contract/place.ts';

export const maxShift = 0.75;
export const zooms = { min: 0.25, max: 2.5 } as const;
export const maxTurn = 180;

export const startPlace: Place = { right: 0, down: 0, zoom: 1, turn: 0 };

const clamp = (value: number, min: number, max: number) => Math.min(max, Math.max(min, value));

/** Clamps shift and zoom, and wraps the rotation around to -180..180°. */
export function holdPlace({ right, down, zoom, turn }: Place): Place {
  const around = ((((turn + maxTurn) % 360) + 360) % 360) - maxTurn;
  return {
    right: clamp(right, -maxShift, maxShift),
    down: clamp(down, -maxShift, maxShift),
    zoom: clamp(zoom, zooms.min, zooms.max),
    turn: Math.round(around * 10) / 10,
  };
}
