// Lists of choices: names in the reader's language, covers that can be fetched, and no other file of a tool's folder.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { defineTool } from 'contract/tool.ts';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { makeOpenFolder } from '../../testing/folders.ts';
import { readConfig } from '../config.ts';
import { speakZod } from '../http/routes.ts';
import { addLookupRoutes } from './lookups.ts';

const folder = makeOpenFolder('lookups');
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(path.join(folder, 'sky/covers'), { recursive: true });
for (const name of ['dawn.webp', 'dusk.webp', 'secret.webp'])
  writeFileSync(path.join(folder, 'sky/covers', name), name);

const entry = (id: string, zh: string, en: string) => ({ id, name: { zh, en }, cover: `${id}.webp` });
const tool = defineTool({
  name: 'sky',
  route: '/editor/sky',
  category: 'picture',
  icon: 'sun',
  calls: [],
  lookups: [{ path: '/web/skyType/getList', entries: [entry('dawn', '黎明', 'Dawn'), entry('dusk', '黄昏', 'Dusk')] }],
});

async function open(environment = {}, tools = [tool]) {
  const app = Fastify();
  speakZod(app as never);
  addLookupRoutes(app as never, readConfig(environment), tools, folder);
  await app.ready();
  return app;
}

test('a list is paged, named in the language of the request, and answered with 304 if unchanged', async () => {
  const app = await open();
  const zh = await app.inject({ url: '/web/skyType/getList?page=2&size=1' });
  expect(zh.json().data).toEqual({ list: [{ id: 'dusk', name: '黄昏', cover: '/covers/sky/dusk.webp' }], total: 2 });
  const en = await app.inject({ url: '/web/skyType/getList', headers: { lang: 'en' } });
  expect(en.json().data.list.map((one: { name: string }) => one.name)).toEqual(['Dawn', 'Dusk']);
  const { etag } = en.headers;
  // A proxy that compresses answers sends the ETag on as a weak one.
  for (const known of [etag, `W/${etag}`, `"other", W/${etag}`, '*']) {
    const again = await app.inject({
      url: '/web/skyType/getList',
      headers: { lang: 'en', 'if-none-match': String(known) },
    });
    expect([known, again.statusCode, again.body]).toEqual([known, 304, '']);
  }
});

test('only listed covers are served', async () => {
  const app = await open({ PUBLIC_URL: 'https://tools.example' });
  const { list } = (await app.inject({ url: '/web/skyType/getList', headers: { host: 'evil.example' } })).json().data;
  expect(list[0].cover).toBe('https://tools.example/covers/sky/dawn.webp');
  const cover = await app.inject({ url: '/covers/sky/dawn.webp' });
  expect([cover.statusCode, cover.headers['content-type'], cover.body]).toEqual([200, 'image/webp', 'dawn.webp']);
  expect((await app.inject({ url: '/covers/sky/secret.webp' })).statusCode).toBe(404);
});

test('a missing cover fails the start', async () => {
  const lookups = [{ path: '/web/x/getList', entries: [entry('noon', '正午', 'Noon')] }];
  await expect(open({}, [{ ...tool, lookups } as never])).rejects.toThrow('tools/sky/covers/noon.webp is missing');
});
