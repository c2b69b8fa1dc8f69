// The list of prices: every call of every tool, in its own unit and in coins.

import { tools } from 'tools/index.ts';
import { expect, test } from 'vitest';
import { listPrices } from './prices.ts';

const pathsOf = (list: readonly { path: string }[]) => list.map(({ path }) => path);

test('every call of every tool has a price', async () => {
  const list = await listPrices({ membership: true }, 'en');
  expect(pathsOf(list)).toEqual(tools.flatMap(({ calls }) => pathsOf(calls)));
  const priceOf = (path: string) => list.find(entry => entry.path === path);
  expect(priceOf('/web/waterMaker/remove/newInpaintingImage')).toEqual({
    id: 'inpaint-image/remove',
    name: 'Watermark Remover',
    keyCode: 'PICTURE_REMOVE_WATERMARK',
    path: '/web/waterMaker/remove/newInpaintingImage',
    kind: 'use',
    amount: 1,
    coin: 10,
    isFixed: true,
  });
  const free = { kind: 'none', amount: 0, coin: 0, isFixed: true };
  expect(priceOf('/web/picture/format/newPicFormat')).toMatchObject(free);
  for (const { kind, amount, coin } of list)
    expect([kind, amount, coin]).toEqual(kind === 'none' ? [kind, 0, 0] : ['use', 1, 10]);
});

test.each(['/web/losslessAmplification', '/web/videoTotext', '/web/aiVideoRmMark', '/web/textToImage'])(
  'the price of %s is that of its smallest run',
  async path => {
    const list = await listPrices({ membership: true }, 'zh');
    expect(list.find(entry => entry.path === path)).toMatchObject({ kind: 'use', amount: 1, isFixed: false });
  },
);

test('without membership everything is free', async () => {
  const list = await listPrices({ membership: false }, 'zh');
  expect(new Set(list.map(({ kind, coin, isFixed }) => `${kind} ${coin} ${isFixed}`))).toEqual(
    new Set(['none 0 true']),
  );
});
