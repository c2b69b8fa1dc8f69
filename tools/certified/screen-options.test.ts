// Tests that the call accepts every setting of the screen.
import { expect, test } from 'vitest';
import { certifiedOptions } from './contract.ts';
import { customId, type ScreenOptions, startOptions, toPayload } from './screen-options.ts';
import { sizes } from './sizes/sizes.ts';

const send = (patch: Partial<ScreenOptions>) => certifiedOptions.parse(toPayload({ ...startOptions, ...patch }));

test('the call accepts every size with its own background', () => {
  for (const size of sizes)
    expect(send({ size: size.id })).toMatchObject({ spec: size.id, backgroundColor: size.background });
});

test('the call accepts custom sizes in millimetres and pixels', () => {
  expect(send({ size: customId }).spec).toEqual({ widthMm: 35, heightMm: 45, dpi: 300 });
  expect(send({ size: customId, unit: 'px', width: 480, height: 640 }).spec).toEqual({
    widthPx: 480,
    heightPx: 640,
    dpi: 300,
  });
});

test('settings that are off are not sent', () => {
  const sent = send({});
  expect(sent.sheet).toBeUndefined();
  expect(sent.maxKb).toBeUndefined();
  expect(sent.backgroundTo).toBeUndefined();
  expect(send({ sheet: 'A4', maxKb: 30, exactKb: true, fades: true, background: '#123456' })).toMatchObject({
    sheet: 'A4',
    maxKb: 30,
    exactKb: true,
    backgroundColor: '#123456',
    backgroundTo: '#ffffff',
  });
});
