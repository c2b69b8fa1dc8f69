// What the product's captcha is compared with: one hole as AJ-Captcha cuts it, its pixels averaged and its border white.
import { distanceTo, makeJigsaw } from '../engines/captcha/jigsaw.ts';
import { drawScene } from '../engines/captcha/scene.ts';
import { sharp } from '../engines/sharp.ts';
import { height, piece, type Slider, width } from './captcha-views.ts';

export async function drawPlainSlider(): Promise<Slider> {
  const scene = await drawScene({ width, height });
  const jigsaw = makeJigsaw();
  const [x, y] = [100 + Math.floor(Math.random() * 130), 5 + Math.floor(Math.random() * 95)];
  const own = new Uint8Array(piece * height * 4);
  const target = new Uint8Array(scene.data);
  for (let v = 0; v < piece; v++)
    for (let u = 0; u < piece; u++) {
      const distance = distanceTo(jigsaw, u + 0.5 - piece / 2, v + 0.5 - piece / 2);
      if (distance > 0) continue;
      const at = ((y + v) * width + x + u) * 3;
      for (let channel = 0; channel < 3; channel++) {
        const value = (step: number) => scene.data[at + channel + step * 3]!;
        own[((y + v) * piece + u) * 4 + channel] = distance > -1 ? 255 : value(0);
        target[at + channel] = distance > -1 ? 255 : (value(-1) + value(1) + value(-width) + value(width)) / 4;
      }
      own[((y + v) * piece + u) * 4 + 3] = 255;
    }
  const [original, cut] = await Promise.all([
    sharp(target, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer(),
    sharp(own, { raw: { width: piece, height, channels: 4 } })
      .png()
      .toBuffer(),
  ]);
  return {
    originalImageBase64: original.toString('base64'),
    jigsawImageBase64: cut.toString('base64'),
    answer: [{ x }],
  };
}
