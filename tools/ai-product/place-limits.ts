// Limits of moving a product from its default position, shared by the call and the page: shares of the shorter side, factors and degrees.
import type { Place } from 'contract/place.ts';

export const mostShift = 0.75;
export const zooms = { least: 0.25, most: 2.5 } as const;
export const mostTurn = 180;

export const startPlace: Place = { right: 0, down: 0, zoom: 1, turn: 0 };

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** Clamps shift and zoom, and wraps the rotation around to -180..180°. */
export function holdPlace({ right, down, zoom, turn }: Place): Place {
  const around = ((((turn + mostTurn) % 360) + 360) % 360) - mostTurn;
  return {
    right: clamp(right, -mostShift, mostShift),
    down: clamp(down, -mostShift, mostShift),
    zoom: clamp(zoom, zooms.least, zooms.most),
    turn: Math.round(around * 10) / 10,
  };
}
