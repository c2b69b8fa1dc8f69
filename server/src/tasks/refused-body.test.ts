// Calls whose body alone decides that this server refuses them: no task is made, and no file is held.
import { errors } from 'contract/errors.ts';
import type { Settings } from 'contract/routes/content.ts';
import { sceneIds } from 'contract/scenes.ts';
import type { Task } from 'contract/task.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let files: Record<'imageUrl' | 'image_url' | 'videoUrl', string>;
beforeAll(async () => {
  server = await startTestServer({ works: false });
  const clip = Buffer.from(`\0\0\0\x18ftypisom\0\0\x02\0isomavc1${'\0'.repeat(64)}`, 'latin1');
  const imageUrl = await server.client.upload(makeBmp(64, 40), 'plain.bmp');
  files = {
    imageUrl,
    image_url: imageUrl,
    videoUrl: await server.client.upload(clip, 'clip.mp4'),
  };
});
afterAll(() => server.stop());

const call = (path: string, field: keyof typeof files, payload: object) =>
  server.client.post<Task>(path, { [field]: files[field], ...payload, wait: 0 });
const countTasks = async () => (await server.postgres.pool.query('select 1 from task')).rowCount;

const paths = {
  remove: '/web/waterMaker/remove/newInpaintingImage',
  removeFromClip: '/web/waterMaker/remove/newDivTimeVideoRemoveWaterMaker',
  findInClip: '/web/aiVideoRmMark',
  mark: '/web/waterMaker/add/newPictureAddWaterMaker',
  markClip: '/web/waterMaker/add/newVideoAddWaterMaker',
  expand: '/web/imageOutpainting',
  thumbnails: '/web/picture/thumbnails',
  cut: '/web/cutImage/newCutImage',
  convert: '/web/video/formatmp4/newFormatmp4',
  separate: '/web/video/separate',
  gif: '/web/picture/gif',
  draw: '/web/textToImage',
  redraw: '/web/imageToImage',
  send: '/msg/newSend',
  anime: '/web/headimageToImage',
  product: '/web/shopImage',
} as const;
const none = { left: 0, right: 0, top: 0, bottom: 0 };
const picture = { markType: 'image' };

test.each([
  [paths.remove, 'imageUrl', {}, 'MASK_EMPTY'],
  [paths.remove, 'imageUrl', { coordinates: [] }, 'MASK_EMPTY'],
  [paths.removeFromClip, 'videoUrl', {}, 'MASK_EMPTY'],
  [paths.removeFromClip, 'videoUrl', { list: [{ x: 0, y: 0, w: 9, h: 9, start: 2, end: 1 }] }, 'MASK_EMPTY'],
  [paths.findInClip, 'videoUrl', { list: [{ x: 0, y: 0, w: 9, h: 9, start: 2, end: 2 }] }, 'MASK_EMPTY'],
  [paths.mark, 'imageUrl', {}, 'MARK_MISSING'],
  [paths.mark, 'imageUrl', { markContent: ' ' }, 'MARK_MISSING'],
  [paths.mark, 'imageUrl', picture, 'MARK_PICTURE_MISSING'],
  [paths.mark, 'imageUrl', { ...picture, markContent: 'A' }, 'MARK_ONLY_ONE'],
  [paths.mark, 'imageUrl', { markContent: 'A', more: [{ ...picture, picture: 0 }] }, 'MARK_PICTURE_MISSING'],
  [paths.markClip, 'videoUrl', {}, 'MARK_MISSING'],
  [paths.markClip, 'videoUrl', picture, 'MARK_PICTURE_MISSING'],
  [paths.markClip, 'videoUrl', { fileType: 'srt' }, 'SUBTITLES_MISSING'],
  [paths.markClip, 'videoUrl', { markContent: 'A', start: 4, end: 4 }, 'CLIP_RANGE_EMPTY'],
  [paths.expand, 'imageUrl', {}, 'EXPAND_MISSING'],
  [paths.expand, 'imageUrl', { free_expand_pixel: none, width: 900 }, 'EXPAND_MISSING'],
  [paths.expand, 'imageUrl', { share: none }, 'EXPAND_MISSING'],
  [paths.thumbnails, 'imageUrl', { sizes: [] }, 'SIZES_MISSING'],
  [paths.cut, 'imageUrl', { returnType: 'rgba', format: 'jpg' }, 'TRANSPARENCY_UNSUPPORTED'],
  [paths.convert, 'videoUrl', { start: 3, end: 2 }, 'CLIP_RANGE_EMPTY'],
  [paths.separate, 'videoUrl', { start: 3, end: 2 }, 'CLIP_RANGE_EMPTY'],
  [paths.gif, 'videoUrl', { start: 3, end: 2 }, 'CLIP_RANGE_EMPTY'],
  // Without a drawing server.
  [paths.draw, 'imageUrl', { prompt: 'a cat', modelId: 'server' }, 'DRAW_NOT_CONFIGURED'],
  [paths.redraw, 'image_url', { prompt: 'a cat', modelId: 'server' }, 'DRAW_NOT_CONFIGURED'],
  [paths.send, 'image_url', { prompt: 'a cat', modelId: 'server' }, 'DRAW_NOT_CONFIGURED'],
  [paths.anime, 'image_url', { modelId: 'server' }, 'DRAW_NOT_CONFIGURED'],
  [paths.anime, 'image_url', { modelId: 'network' }, 'DRAW_NOT_CONFIGURED'],
  [paths.expand, 'imageUrl', { ratio: '1:1', modelId: 'server' }, 'DRAW_NOT_CONFIGURED'],
  [paths.product, 'imageUrl', { prompt: 'quantum entropy' }, 'DRAW_NOT_CONFIGURED'],
] as const)('%s of %s with %j is refused with %s', async (path, field, payload, error) => {
  const { status, body } = await call(path, field, payload);
  expect([status, body.error]).toEqual([errors[error].status, error]);
  expect(body.data).toBeNull();
  expect(await countTasks()).toBe(0);
});

test('what another file of the call may decide is accepted', async () => {
  const { imageUrl } = files;
  const accepted = [
    await call(paths.remove, 'imageUrl', { imageBrushUrl: imageUrl }),
    await call(paths.mark, 'imageUrl', { markUrl: imageUrl }),
    await call(paths.mark, 'imageUrl', { markContent: 'A', more: [{ picture: 0 }], markUrls: [imageUrl] }),
    await call(paths.expand, 'imageUrl', { ratio: '1:1' }),
  ];
  expect(accepted.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await countTasks()).toBe(4);
});

test('what this server draws itself is accepted, and with a drawing server and a network also what they draw', async () => {
  const before = await countTasks();
  const own = [
    await call(paths.draw, 'imageUrl', { prompt: 'a cat' }),
    await call(paths.anime, 'image_url', {}),
    await call(paths.product, 'imageUrl', { prompt: 'marble' }),
    await call(paths.product, 'imageUrl', { prompt: 'quantum entropy', backgroundType: sceneIds[0] }),
  ];
  const { config } = server.parts;
  const drawServer = { url: 'http://127.0.0.1:9', key: '', api: 'openai', model: 'm' };
  const { drawServer: none, models } = config;
  Object.assign(config, { drawServer, models: { ...models, anime: '/anime.onnx' } });
  const added = [
    await call(paths.draw, 'imageUrl', { prompt: 'a cat', modelId: 'server' }),
    await call(paths.anime, 'image_url', { modelId: 'network' }),
    await call(paths.product, 'imageUrl', { prompt: 'quantum entropy' }),
  ];
  Object.assign(config, { drawServer: none, models });
  expect([...own, ...added].map(({ status }) => status)).toEqual(Array(7).fill(200));
  expect(await countTasks()).toBe(before! + 7);
});

test('a drawing server whose workflow starts from no picture refuses those, and our own engines draw what does not name it', async () => {
  const before = await countTasks();
  const { config } = server.parts;
  const { drawServer: none } = config;
  const withWords = (...words: string[]) =>
    Object.assign(config, { drawServer: { kind: 'comfyui', workflow: { graph: {}, words: new Set(words) } } });
  const wanted = [
    [paths.redraw, 'image_url', { prompt: 'a cat' }],
    [paths.send, 'image_url', { prompt: 'a cat' }],
    [paths.anime, 'image_url', {}],
    [paths.expand, 'imageUrl', { ratio: '1:1' }],
  ] as const;
  const ask = (modelId: string) =>
    Promise.all(wanted.map(([path, field, options]) => call(path, field, { ...options, modelId })));
  const offered: unknown[] = [];
  const noteOffer = async () => {
    const { drawers, serverFills } = (await server.client.get<Settings>('/web/settings')).body.data;
    offered.push([drawers, serverFills]);
  };
  withWords('prompt');
  await noteOffer();
  const fromWords = await ask('server');
  const fallbacks = await ask('auto');
  withWords('prompt', 'image');
  await noteOffer();
  const fromPictures = await ask('server');
  withWords('prompt', 'image', 'mask');
  await noteOffer();
  const inMasks = await ask('server');
  Object.assign(config, { drawServer: none });
  const no = 'DRAW_START_UNSUPPORTED';
  expect(fromWords.map(({ body }) => body.error)).toEqual([no, no, no, no]);
  expect(fallbacks.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(fromPictures.map(({ status }) => status)).toEqual([200, 200, 200, errors[no].status]);
  expect(inMasks.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await countTasks()).toBe(before! + 11);
  // The page offers what the calls accept.
  expect(offered).toEqual([
    [[], false],
    [['server'], false],
    [['server'], true],
  ]);
});

test('a quote, which is asked for before the area is marked, tells the price all the same', async () => {
  const { body } = await server.client.post('/web/task/quote', { tool: paths.remove, payload: files });
  expect(body.data).toMatchObject({ allowed: true, reason: null });
});
