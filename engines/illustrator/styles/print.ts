// Print styles: Riso with three inks and halftone dots, and pixel art.
import { sharp } from '../../sharp.ts';
import { writeSvg } from '../compose.ts';
import { fillCanvas, grainAt, noisePlane, type Painter, render } from './canvas.ts';

/** Inks: the light that each absorbs from white, its screen angle, and its misregistration. */
const inks = [
  { rgb: [0, 102, 178], angle: 0.26, slip: [0, 0], channel: 0 },
  { rgb: [255, 76, 118], angle: 1.31, slip: [4, -2], channel: 1 },
  { rgb: [255, 206, 30], angle: 0.02, slip: [-3, 3], channel: 2 },
] as const;

export const paintRiso: Painter = async sheet => {
  const { size, k, seed } = sheet;
  const { width, height } = size;
  const { data } = await render(sheet);
  const wear = noisePlane(size, 60 * k, seed + 3);
  const cell = 6.4 * k;
  return fillCanvas(size, (i, x, y, out) => {
    out[0] = 250;
    out[1] = 246;
    out[2] = 236;
    for (const [which, { rgb, angle, slip, channel }] of inks.entries()) {
      const sx = Math.min(width - 1, Math.max(0, x + Math.round(slip[0] * k)));
      const sy = Math.min(height - 1, Math.max(0, y + Math.round(slip[1] * k)));
      const need = 1 - data[(sy * width + sx) * 3 + channel]! / 255;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      const [u, v] = [((x * cos + y * sin) * Math.PI) / cell, ((y * cos - x * sin) * Math.PI) / cell];
      const screen = 0.5 + (Math.cos(u) * Math.cos(v)) / 2.15;
      const ink = Math.min(1, Math.max(0, (need * 1.12 - 1 + screen) * 4.5 + 0.5));
      const speckle = grainAt(x, y, seed + which) > 0.86 ? 0.55 : 1;
      const laid = ink * speckle * (0.9 + wear[i]! * 0.12);
      for (let c = 0; c < 3; c++) out[c] = out[c]! * (1 - laid * (1 - rgb[c]! / 255));
    }
  });
};

/** Number of coarse pixels along the shorter side. */
const coarse = 136;

export const paintPixels: Painter = async sheet => {
  const { scene, size } = sheet;
  const times = coarse / Math.min(size.width, size.height);
  const small = { width: Math.round(size.width * times), height: Math.round(size.height * times) };
  const low = { ...sheet, size: small };
  const whole = await render(low);
  const things = scene.shapes.filter(({ layer, isShadow }) => layer === 'things' && !isShadow);
  const mask = await sharp(Buffer.from(writeSvg(scene, things, small)))
    .ensureAlpha()
    .extractChannel(3)
    .raw()
    .toBuffer();
  const vivid = await sharp(whole.data, { raw: { ...small, channels: 3 } })
    .modulate({ saturation: 1.22 })
    .png()
    .toBuffer();
  const few = await sharp(await sharp(vivid).png({ palette: true, colours: 40, dither: 0.35 }).toBuffer())
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  const isIn = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < small.width && y < small.height && mask[y * small.width + x]! > 120;
  return fillCanvas(size, (_i, x, y, out) => {
    const px = Math.min(small.width - 1, Math.floor(x * times));
    const py = Math.min(small.height - 1, Math.floor(y * times));
    const at = (py * small.width + px) * 3;
    const isRim = !isIn(px, py) && (isIn(px - 1, py) || isIn(px + 1, py) || isIn(px, py - 1) || isIn(px, py + 1));
    for (let c = 0; c < 3; c++) out[c] = isRim ? few[at + c]! * 0.3 + [16, 12, 26][c]! : few[at + c]!;
  });
};
