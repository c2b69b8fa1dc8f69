// Small files that would be endless to decode, sent over HTTP to tools of the model lanes: refused with the reason, and other work goes on.
import { sharp } from 'engines/sharp.ts';
import { makeTiffOf, makeWebpOf } from 'engines/test-frames.ts';
import { makeHeif, takeCoded } from 'engines/test-heif.ts';
import { makeEndlessPdf } from 'engines/test-pdfs.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logInAs } from '../../testing/accounts.ts';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let picture: string;
const bombs: Record<string, string> = {};
beforeAll(async () => {
  server = await startTestServer();
  const { client } = server;
  picture = await client.upload(makeBmp(32, 32), 'a.bmp');
  const grey = sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } });
  const tile = takeCoded(await grey.avif({ effort: 0 }).toBuffer(), 'av01', [64, 64]);
  const grid = { columns: 250, rows: 250, width: 9000, height: 9000, tile: 1 };
  bombs.grid = await client.upload(makeHeif(tile, [grid]), 'grid.avif');
  bombs.frames = await client.upload(await makeWebpOf(20_000), 'frames.webp');
  bombs.pages = await client.upload(makeTiffOf(20_000), 'pages.tiff');
});
afterAll(() => server.stop());

async function call(path: string, payload: Record<string, unknown>) {
  const { client } = server;
  const { body } = await client.post<{ taskId: string }>(path, { ...payload, wait: 0 });
  for (;;) {
    const { data } = (await client.get<{ status: string; error: unknown }>(`/web/task/${body.data.taskId}`)).body;
    if (data.status !== 'queued' && data.status !== 'running') return data;
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}

const refused = {
  status: 'failed',
  error: { error: 'FILE_CORRUPT', msg: 'This file is damaged or incomplete. Try another copy' },
};

test.each(['grid', 'frames', 'pages'])(
  'a picture of very many %s is refused as input, as mask and as logo',
  async name => {
    const imageUrl = bombs[name];
    // The quote probes it.
    const quote = { tool: 'thumbnails', payload: { imageUrl } };
    expect((await server.client.post('/web/task/quote', quote)).status).toBe(200);
    expect(await call('/web/imageTotext', { imageUrl })).toMatchObject(refused);
    expect(await call('/web/losslessAmplification', { imageUrl, upscale: 2 })).toMatchObject(refused);
    if (name === 'frames')
      expect(await call('/web/cutImage/newCutImage', { imageUrl: picture, keepUrl: imageUrl })).toMatchObject(refused);
    const mark = { imageUrl: picture, markType: 'image', markUrl: imageUrl };
    expect(await call('/web/waterMaker/add/newPictureAddWaterMaker', mark)).toMatchObject(refused);
  },
);

test('a PDF whose page draws itself is refused', async () => {
  const fileUrl = await server.client.upload(makeEndlessPdf(), 'endless.pdf');
  expect(await call('/web/picture/pdf/pages', { fileUrl })).toMatchObject(refused);
});

test('the same files are refused as avatars', async () => {
  const { token } = await logInAs(server, '13900000021');
  for (const avatar of Object.values(bombs)) {
    const reply = await server.client.post('/web/udUser/update/info', { avatar }, { token });
    expect([reply.status, reply.body.error]).toEqual([422, 'FILE_CORRUPT']);
  }
});
