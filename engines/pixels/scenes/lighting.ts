// Light and camera settings that several scenes share.
import type { KeyLight, View } from './stage.ts';
import { lightOf, type Rgb } from './tone.ts';

const times = ([red, green, blue]: Rgb, by: number): Rgb => [red * by, green * by, blue * by];

interface Lamp {
  /** Positive x is from the right; negative z is from the camera's side. */
  readonly toward: readonly [number, number, number];
  readonly key?: string;
  readonly power: number;
  readonly ambient?: string;
  readonly fill: number;
  readonly softness: number;
}

/** Combines the lamp and the ambient light; together about 1 gives a bright image. */
export const lamp = ({ toward, key = '#fff8f0', power, ambient = '#f4f6fb', fill, softness }: Lamp): KeyLight => ({
  toward,
  key: times(lightOf(key), power),
  ambient: times(lightOf(ambient), fill),
  softness,
});

/** A large softbox at the upper left. */
export const softbox: KeyLight = lamp({ toward: [-0.62, 1, -0.34], power: 0.72, fill: 0.4, softness: 0.34 });

/** The sun through a window or leaves: hard and warm, from the right. */
export const sun: KeyLight = lamp({
  toward: [0.75, 0.86, -0.62],
  key: '#fff0d8',
  power: 1.05,
  ambient: '#e6edf8',
  fill: 0.36,
  softness: 0.06,
});

export const tableView: View = { groundAt: 0.79, height: 0.46, distance: 2.6 };
export const studioView: View = { groundAt: 0.82, height: 0.36, distance: 2.8 };
export const podiumView: View = { groundAt: 0.86, height: 0.42, distance: 2.9 };

export const usualRoom = { width: 0.64, height: 0.64 } as const;
export const podiumRoom = { width: 0.5, height: 0.54 } as const;
