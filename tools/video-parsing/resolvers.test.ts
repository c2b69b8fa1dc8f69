// Tests each resolver on a page with its site's structure: shortened, with invented posts.
import { readFileSync } from 'node:fs';
import { readState } from 'engines/page/read-state.ts';
import { expect, test } from 'vitest';
import { readGeneric } from './generic.ts';
import { openDocument, type Resolver } from './resolver.ts';
import { bilibili } from './resolvers/bilibili.ts';
import { douyin } from './resolvers/douyin.ts';
import { kuaishou } from './resolvers/kuaishou.ts';
import { tiktok } from './resolvers/tiktok.ts';
import { weibo } from './resolvers/weibo.ts';
import { xiaohongshu } from './resolvers/xiaohongshu.ts';

const readRecorded = (file: string) => readFileSync(new URL(`./resolvers/pages/${file}`, import.meta.url));

function open(file: string, url: string, name = 'page') {
  const contentType = file.endsWith('.json') ? 'application/json' : 'text/html';
  return openDocument({ name, url, contentType, status: 200 }, readRecorded(file));
}

function read(resolver: Resolver, file: string, url: string) {
  const found = resolver.read([open(file, url)]);
  if (!found || 'wanted' in found) throw new Error('nothing was found');
  return found;
}

const refusal = (resolver: Resolver, file: string, url: string) => {
  try {
    return resolver.read([open(file, url)]);
  } catch (error) {
    return (error as { code?: string }).code;
  }
};

test('douyin: a clip without the logo, a set of pictures, and a post that is gone', () => {
  const url = 'https://www.iesdouyin.com/share/video/7300000000000000001/';
  expect(read(douyin, 'douyin-video.html', url)).toEqual({
    site: '抖音 Douyin',
    title: '今天的日落 #海边 "慢下来"',
    author: '小王的镜头',
    cover: { kind: 'picture', url: 'https://p3-sign.douyinpic.com/tos-cn-p/cover.jpeg?x-expires=1', device: 'phone' },
    files: [
      {
        kind: 'video',
        url: 'https://aweme.snssdk.com/aweme/v1/play/?video_id=v0300fg10000&ratio=720p&line=0',
        width: 720,
        height: 1280,
        seconds: 15.3,
        isMain: true,
        device: 'phone',
      },
    ],
  });
  const note = read(douyin, 'douyin-note.html', 'https://www.iesdouyin.com/share/note/73/');
  expect(note.files.map(file => [file.kind, file.url, file.height])).toEqual([
    ['picture', 'https://p3.douyinpic.com/a.webp', 1440],
    ['picture', 'https://p3.douyinpic.com/b.webp', 1440],
  ]);
  expect(refusal(douyin, 'douyin-gone.html', url)).toBe('LINK_GONE');
});

test('douyin: desktop addresses of a post lead to its mobile page', () => {
  const begin = (url: string) => douyin.begin!(new URL(url)).url;
  const page = 'https://www.iesdouyin.com/share/video/7300000000000000001/';
  expect(begin('https://www.douyin.com/video/7300000000000000001')).toBe(page);
  expect(begin('https://www.douyin.com/discover?modal_id=7300000000000000001')).toBe(page);
  expect(begin('https://v.douyin.com/iRNBho5m/')).toBe('https://v.douyin.com/iRNBho5m/');
});

test('xiaohongshu: pictures at their largest size, a video in each encoding, and login walls', () => {
  const url = 'https://www.xiaohongshu.com/explore/650000000000000000000001';
  const note = read(xiaohongshu, 'xiaohongshu-note.html', url);
  expect(note).toMatchObject({ title: '秋天的银杏', author: '林间' });
  expect(note.files.map(file => [file.url, file.width, file.height])).toEqual([
    ['https://sns-webpic-qc.xhscdn.com/p1!nd_dft', 1440, 1920],
    ['https://sns-webpic-qc.xhscdn.com/p2!nd_dft', 1440, 1080],
  ]);
  const video = read(xiaohongshu, 'xiaohongshu-video.html', url);
  expect(video).toMatchObject({ title: '三步做拿铁', cover: { url: 'https://sns-webpic-qc.xhscdn.com/cover!nd_dft' } });
  expect(video.files.map(file => [file.kind, file.url, file.bytes, file.seconds])).toEqual([
    ['video', 'https://sns-video-bd.xhscdn.com/stream/110.mp4', 5_200_000, 31.04],
    ['video', 'https://sns-video-bd.xhscdn.com/stream/114.mp4', 3_100_000, 31.04],
  ]);
  expect(refusal(xiaohongshu, 'xiaohongshu-note.html', 'https://www.xiaohongshu.com/login?redirectPath=x')).toBe(
    'LINK_LOGIN_NEEDED',
  );
  expect(refusal(xiaohongshu, 'xiaohongshu-note.html', 'https://www.xiaohongshu.com/404?source=note')).toBe(
    'LINK_GONE',
  );
});

test('bilibili: one more request for the whole clip, and its tracks, each quality once', () => {
  const url = 'https://www.bilibili.com/video/BV1xx411c7mD/?p=2';
  const page = open('bilibili-video.html', url);
  const wanted = bilibili.read([page]);
  expect(wanted).toEqual({
    wanted: [
      {
        name: 'play',
        url: 'https://api.bilibili.com/x/player/playurl?bvid=BV1xx411c7mD&cid=200&qn=80&fnval=1&platform=html5&high_quality=1',
        referer: 'https://www.bilibili.com/',
      },
    ],
  });
  const found = bilibili.read([page, open('bilibili-play.json', 'https://api.bilibili.com/x', 'play')]);
  expect(found).toMatchObject({
    title: '一口气看完 下',
    author: '讲故事的人',
    cover: { url: 'https://i0.hdslb.com/bfs/archive/cover.jpg', referer: 'https://www.bilibili.com/' },
  });
  const files = found && 'files' in found ? found.files : [];
  expect(files.map(file => [file.kind, file.label, file.isSilent ?? false, new URL(file.url).pathname])).toEqual([
    ['video', '720P', false, '/100-1-192.mp4'],
    ['video', '1080P', true, '/80-avc.m4s'],
    ['video', '480P', true, '/32-avc.m4s'],
    ['sound', undefined, false, '/30280.m4s'],
  ]);
});

test('kuaishou: a clip, and a set of pictures in place of the clip made of them', () => {
  const url = 'https://v.m.chenzhongtech.com/fw/photo/3x';
  expect(read(kuaishou, 'kuaishou-video.html', url)).toMatchObject({
    title: '猫会开门了 #萌宠',
    author: '老李家的猫',
    files: [{ kind: 'video', url: 'https://txmov2.a.kwimgs.com/upic/1_b.mp4?tag=1', seconds: 12.8, height: 1280 }],
  });
  expect(read(kuaishou, 'kuaishou-atlas.html', url).files.map(file => [file.url, file.height])).toEqual([
    ['https://p5.a.yximgs.com/ufile/atlas/1.webp', 1440],
    ['https://p5.a.yximgs.com/ufile/atlas/2.webp', 720],
  ]);
});

test('weibo: every quality of a clip, the text without markup, and large pictures', () => {
  const url = 'https://m.weibo.cn/status/4900000000000001';
  const video = read(weibo, 'weibo-video.html', url);
  expect(video).toMatchObject({ title: '城市的清晨 @小满', author: '早起的人' });
  expect(video.files.map(file => [file.label, file.seconds, new URL(file.url).pathname])).toEqual([
    ['720P', 21.5, '/720.mp4'],
    ['480P', 21.5, '/hd.mp4'],
    ['360P', 21.5, '/ld.mp4'],
  ]);
  expect(read(weibo, 'weibo-pictures.html', url).files.map(file => [file.url, file.width])).toEqual([
    ['https://wx1.sinaimg.cn/large/a.jpg', 2000],
    ['https://wx1.sinaimg.cn/large/b.jpg', 1333],
  ]);
  expect(weibo.begin!(new URL('https://weibo.com/1234567890/NabcDEF12')).url).toBe(
    'https://m.weibo.cn/status/NabcDEF12',
  );
  expect(refusal(weibo, 'weibo-video.html', 'https://passport.weibo.com/visitor')).toBe('LINK_LOGIN_NEEDED');
});

test('tiktok: every quality of a clip, pictures, and a post that is gone', () => {
  const url = 'https://www.tiktok.com/@chef.lee/video/7300000000000000003';
  const video = read(tiktok, 'tiktok-video.html', url);
  expect(video).toMatchObject({ title: 'making noodles', author: 'Chef Lee' });
  expect(video.files.map(file => [file.height, file.bytes, file.bitsPerSecond])).toEqual([
    [1280, 4_700_000, 900_000],
    [1024, 2_100_000, 400_000],
  ]);
  const pictures = read(tiktok, 'tiktok-pictures.html', url);
  expect([pictures.author, pictures.files.length]).toEqual(['ana', 2]);
  expect(refusal(tiktok, 'tiktok-gone.html', url)).toBe('LINK_GONE');
});

test('a page that its site has changed is read by no resolver, and causes no error', () => {
  const empty = openDocument(
    { name: 'page', url: 'https://www.example.org/', contentType: 'text/html', status: 200 },
    Buffer.from('<script>window._ROUTER_DATA = {"a":[1,{"b":null}]}; window.__INITIAL_STATE__ = {"note":1}</script>'),
  );
  for (const resolver of [bilibili, douyin, kuaishou, tiktok, weibo, xiaohongshu])
    expect(resolver.read([empty])).toBeUndefined();
});

test('a resolver accepts only its own hosts', () => {
  expect(douyin.isOwn('v.douyin.com')).toBe(true);
  expect(douyin.isOwn('douyin.com')).toBe(true);
  expect(douyin.isOwn('notdouyin.com')).toBe(false);
  expect(douyin.isOwn('douyin.com.evil.example')).toBe(false);
});

test('white space between a name and its state is read once', () => {
  const script = (text: string) => [{ id: '', type: '', text }];
  expect(readState(script(`state${' '.repeat(1e6)}{"a":1}`), 'state')).toBeUndefined();
  expect(readState(script(`state"] ${' '.repeat(1e6)}= {"a":1}`), 'state')).toEqual({ a: 1 });
});

test('scripts of any page: long and escaped addresses are whole, and there is a limit for all scripts together', () => {
  const openPage = (...scripts: string[]) => {
    const html = `<title>t</title>${scripts.map(text => `<script>${text}</script>`).join('')}`;
    const url = 'https://site.example/post';
    return openDocument({ name: 'page', url, contentType: 'text/html', status: 200 }, Buffer.from(html));
  };
  const signed = `https://cdn.example/${'folder/'.repeat(40)}clip.mp4?sign=${'0123456789'.repeat(60)}&end=1`;
  const asJson = JSON.stringify({ url: signed }).replaceAll('/', '\\/').replaceAll('&', '\\u0026');
  expect(readGeneric(openPage(`var a = ${asJson}`)).files.map(({ url }) => url)).toEqual([signed]);
  expect(readGeneric(openPage(`play("${signed}")`)).files.map(({ url }) => url)).toEqual([signed]);
  const clips = (from: string) =>
    Array.from({ length: 15 }, (_, index) => `"https://cdn.example/${from}${index}.mp4"`).join();
  expect(readGeneric(openPage(clips('a'), clips('b'), clips('c'))).files).toHaveLength(20);
});
