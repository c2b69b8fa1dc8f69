// All scenes are deterministic, have the requested size, depth, texture and grain, and differ from each other.
import { type SceneId, sceneIds } from 'contract/scenes.ts';
import { expect, test } from 'vitest';
import { sceneOf } from './catalogue.ts';
import { renderScene } from './render-scene.ts';
import { nothingThere, onFirstSolid, onGround } from './stage.ts';

const side = 56;
const rendered = new Map(sceneIds.map(id => [id, renderScene(id, side, side)]));

const lumaAt = (data: Uint8Array, at: number) =>
  0.2126 * data[at * 3]! + 0.7152 * data[at * 3 + 1]! + 0.0722 * data[at * 3 + 2]!;

/** Returns the mean difference between neighbouring pixels, and over eight pixels, in levels. */
function energies(data: Uint8Array): { grain: number; shape: number } {
  let [fine, coarse, count] = [0, 0, 0];
  for (let y = 0; y + 8 < side; y++) {
    for (let x = 1; x + 8 < side; x++, count++) {
      const at = y * side + x;
      fine += Math.abs(lumaAt(data, at) - (lumaAt(data, at - 1) + lumaAt(data, at + 1)) / 2);
      coarse += Math.abs(lumaAt(data, at) - lumaAt(data, at + 8 * side + 8));
    }
  }
  return { grain: fine / count, shape: coarse / count };
}

test('the pure white scene is 255 everywhere, as shops require', () => {
  expect(rendered.get('pure-white')!.data.every(level => level === 255)).toBe(true);
});

test.each(sceneIds.filter(id => id !== 'pure-white'))(
  '%s is not a flat gradient: it has grain, light and shade',
  id => {
    const { grain, shape } = energies(rendered.get(id)!.data);
    expect(grain).toBeGreaterThan(0.45);
    expect(shape).toBeGreaterThan(1.2);
  },
);

test.each(sceneIds)('%s is rendered identically in every run', id => {
  const again = renderScene(id, 24, 18);
  expect(renderScene(id, 24, 18)).toEqual(again);
  expect([again.data.length, again.on.length]).toEqual([24 * 18 * 3, 24 * 18]);
});

test('all scenes differ from each other', () => {
  const apart = (a: Uint8Array, b: Uint8Array) =>
    a.reduce((sum, value, i) => sum + Math.abs(value - b[i]!), 0) / a.length;
  for (const [i, first] of sceneIds.entries())
    for (const second of sceneIds.slice(i + 1))
      expect(apart(rendered.get(first)!.data, rendered.get(second)!.data), `${first} and ${second}`).toBeGreaterThan(4);
});

test('a product stands on the surface that its scene names', () => {
  for (const id of sceneIds) {
    const { stage, standsOn } = sceneOf(id);
    const { on } = rendered.get(id)!;
    const top = standsOn === undefined ? 0 : stage.solids![standsOn]!.top;
    const row = Math.round(stage.view.groundAt * side - top * side) - 1;
    expect(on[row * side + side / 2], id).toBe(standsOn === undefined ? onGround : onFirstSolid + standsOn);
    expect(
      [onGround, nothingThere].includes(on[(side - 1) * side]!) || on[(side - 1) * side]! >= onFirstSolid,
      id,
    ).toBe(true);
  }
});

test('a scene of any shape has the requested size, and its podium stays centred', () => {
  for (const [width, height] of [
    [31, 57],
    [64, 20],
    [1, 1],
  ] as const) {
    const { data, on } = renderScene('podium-cream', width, height);
    expect([data.length, on.length]).toEqual([width * height * 3, width * height]);
    // No pixel is left undrawn: this scene is bright everywhere.
    expect(data.reduce((min, level) => Math.min(min, level), 255)).toBeGreaterThan(60);
  }
  const wide = renderScene('podium-marble', 80, 40);
  const columns = Array.from({ length: 80 }, (_, x) => x).filter(x =>
    wide.on.some((on, i) => i % 80 === x && on >= onFirstSolid),
  );
  expect(Math.abs((columns[0]! + columns.at(-1)!) / 2 - 39.5)).toBeLessThanOrEqual(1);
});

test('an unknown scene is refused', () => {
  expect(() => sceneOf('toString' as SceneId)).toThrow(RangeError);
  expect(() => renderScene('no-such-place', 8, 8)).toThrow(RangeError);
});
