// The int8 matting network agrees with the float32 one on a photograph that was not used for calibration.
import { expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import { openModel } from '../model/model.ts';
import { multipliesBytes } from '../model/quantize-network.ts';
import { sharp } from '../sharp.ts';
import { readForShipped } from './network.ts';
import { loadByteNetwork, loadFullNetwork } from './shipped-network.ts';

async function readPixels(photo: string) {
  const picture = sharp(photo).removeAlpha().toColourspace('srgb').raw();
  const { data, info } = await picture.toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

// Other processors run the float32 network.
test.skipIf(!(await multipliesBytes()))(
  'the mattes differ by less than a level on average, and hardly anywhere strongly',
  async () => {
    const input = readForShipped(await readPixels(photos.womanGreen));
    const find = async (load: () => Promise<Uint8Array>) => {
      const model = await openModel(load.name, load, { isHeavy: true });
      return (await model.run({ input })).output!.data;
    };
    const full = await find(loadFullNetwork);
    const bytes = await find(loadByteNetwork);
    let sum = 0;
    let far = 0;
    for (let i = 0; i < full.length; i++) {
      const difference = Math.abs(full[i]! - bytes[i]!) * 255;
      sum += difference;
      if (difference > 50) far++;
    }
    expect(sum / full.length).toBeLessThan(1);
    expect(far / full.length).toBeLessThan(0.001);
    // The photograph shows a person and a background.
    const seen = full.reduce((count, value) => count + Number(value > 0.5), 0) / full.length;
    expect(seen).toBeGreaterThan(0.1);
    expect(seen).toBeLessThan(0.9);
  },
);
