// Which files may be sent: the types that some tool opens, whatever a browser calls them, and no others under any name.
import { type MediaName, media } from 'contract/media.ts';
import type { UploadSignature } from 'contract/routes/uploads.ts';
import { tools } from 'tools/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { S3Objects } from '../adapters/objects-s3.ts';
import { startS3TestServer } from '../adapters/s3-test-server.ts';

let server: TestServer;
let s3: Awaited<ReturnType<typeof startS3TestServer>>;
beforeAll(async () => {
  server = await startTestServer({ works: false });
  s3 = await startS3TestServer();
});
afterAll(async () => {
  await server.stop();
  await s3.close();
});

const sign = (fileName: string, contentType?: string | null, fileSize: unknown = 10) =>
  server.client.post<UploadSignature>('/web/tos/new-get-signature-norecord', { fileName, fileSize, contentType });

const programs = [
  ['setup.exe', 'application/x-msdownload'],
  ['setup.exe', 'application/octet-stream'],
  ['setup.exe', ''],
  ['setup.exe', 'text/plain'],
  ['setup.exe', 'image/unheard-of'],
  ['app.apk', 'application/vnd.android.package-archive'],
  ['app.dmg', 'application/x-apple-diskimage'],
  ['run.bat', 'application/x-bat'],
  ['page.js', 'text/javascript'],
  ['page.html', 'text/html'],
  ['page.png', 'text/html'],
  ['photo.jpg', 'application/x-msdownload'],
  ['notes.docx', media.docx.contentType],
  ['archive.zip', 'application/zip'],
  ['noextension', ''],
  ['.png.exe', null],
] as const;

test.each(programs)('%s sent as %j is refused with 415', async (name, type) => {
  const { status, body } = await sign(name, type);
  expect([status, body.error]).toEqual([415, 'TYPE_UNSUPPORTED']);
  expect(body.msg).toContain('PNG');
});

test.each([
  ['setup.exe', 'image/png', 'png'],
  ['setup.exe', 'video/mp4; codecs="avc1"', 'mp4'],
  ['a.jpeg', 'image/png', 'png'],
  ['blob', 'image/jpeg', 'jpg'],
  ['A.JPEG', '', 'jpg'],
  ['a.jfif', 'image/pjpeg', 'jpg'],
  ['a.bmp', 'image/x-ms-bmp', 'bmp'],
  ['a.ico', 'image/vnd.microsoft.icon', 'ico'],
  ['a.heic', '', 'heic'],
  ['a.heif', 'image/heif', 'heic'],
  ['a.tif', 'image/tif', 'tiff'],
  ['a.svg', 'text/xml', 'svg'],
  ['a.pdf', 'application/x-pdf', 'pdf'],
  ['a.mkv', 'video/x-matroska', 'mkv'],
  ['a.mkv', 'application/octet-stream', 'mkv'],
  ['a.m4v', 'video/x-m4v', 'mp4'],
  ['a.avi', 'video/avi', 'avi'],
  ['a.avi', 'video/vnd.avi', 'avi'],
  ['a.flv', 'flv-application/octet-stream', 'flv'],
  ['a.wmv', 'video/x-ms-asf', 'wmv'],
  ['a.rm', 'application/vnd.rn-realmedia', 'rmvb'],
  ['a.rmvb', '', 'rmvb'],
  ['a.ts', 'text/vnd.trolltech.linguist', 'ts'],
  ['a.mts', 'video/vnd.dlna.mpeg-tts', 'ts'],
  ['a.mpg', 'video/x-mpeg', 'mpg'],
  ['a.3gp', 'audio/3gpp', '3gp'],
  ['a.m3u8', 'audio/x-mpegurl', 'm3u8'],
  ['a.m3u8', 'application/x-mpegURL', 'm3u8'],
  ['a.m4a', 'audio/x-m4a', 'm4a'],
  ['a.opus', 'audio/opus', 'ogg'],
  ['a.ogg', 'application/ogg', 'ogg'],
  ['a.ogg', 'video/ogg', 'ogg'],
  ['a.wav', 'audio/x-wav', 'wav'],
  ['a.aac', 'audio/vnd.dlna.adts', 'aac'],
  ['a.srt', 'text/plain', 'srt'],
  ['a.srt', 'application/x-subrip', 'srt'],
  ['a.srt', null, 'srt'],
])('%s sent as %j is stored as .%s', async (name, type, extension) => {
  const { status, body } = await sign(name, type);
  expect([status, body.data?.key.split('.').pop()]).toEqual([200, extension]);
});

test('every type that a tool opens may be sent under each of its extensions and its own content type', async () => {
  const opened = new Set<MediaName>(
    tools.flatMap(tool => [
      ...(tool.opens?.accept ?? []),
      ...tool.calls.flatMap(({ inputs }) => inputs.flatMap(({ accept }) => accept)),
    ]),
  );
  expect(opened.size).toBeGreaterThan(25);
  for (const type of opened)
    for (const extension of media[type].extensions)
      for (const contentType of ['', media[type].contentType]) {
        const { status, body } = await sign(`a.${extension}`, contentType);
        expect([extension, contentType, status, body.data?.key.split('.').pop()]).toEqual([
          extension,
          contentType,
          200,
          media[type].extensions[0],
        ]);
      }
});

test('an empty file is refused as empty, in both languages', async () => {
  for (const size of [0, '0']) {
    const { status, body } = await sign('a.png', 'image/png', size);
    expect([status, body.error, body.msg]).toEqual([400, 'FILE_EMPTY', 'This file is empty. Choose one with content']);
  }
  const { body } = await server.client.post(
    '/web/tos/new-get-signature-norecord',
    { fileName: 'a.png', fileSize: 0 },
    { lang: 'zh' },
  );
  expect(body.msg).toBe('这个文件是空的，请换一个有内容的文件');
});

/** What a browser is told about a stored file, by the link that the disk store or the bucket gives. */
async function served(at: TestServer, download: string) {
  const path = await at.client.upload(makeBmp(4, 4), 'setup.exe', 'image/bmp');
  const link = at.parts.objects.publicUrl(path, { baseUrl: at.url });
  const reply = await fetch(`${link}${download}`);
  return {
    type: reply.headers.get('content-type'),
    disposition: reply.headers.get('content-disposition') ?? '',
    nosniff: reply.headers.get('x-content-type-options'),
  };
}

test('neither the name nor the address of a download makes a picture a program, on disk and on S3', async () => {
  expect(await served(server, '?download=setup.exe')).toMatchObject({
    type: 'image/bmp',
    disposition: expect.stringContaining('filename="setup.exe.bmp"'),
    nosniff: 'nosniff',
  });
  const onS3 = await startTestServer({ works: false, objects: new S3Objects(s3.options) });
  try {
    expect(
      (await onS3.client.post('/web/tos/new-get-signature-norecord', { fileName: 'a.exe', fileSize: 9 })).status,
    ).toBe(415);
    const { type, disposition } = await served(onS3, '?download=setup.exe');
    expect([type, disposition.includes('.exe"')]).toEqual(['image/bmp', false]);
  } finally {
    await onS3.stop();
  }
});
