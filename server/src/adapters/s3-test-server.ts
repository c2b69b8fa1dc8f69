// For tests: s3rver behind a guard that adds what s3rver lacks (docs/decisions/s3-test-server.md). The guard checks every signature,
// discards incomplete bodies, knows which parts of which upload have arrived, and refuses what the strictest provider refuses.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request as makeRequest, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { checkSignature } from './sigv4-check.ts';

interface Upload {
  readonly key: string;
  readonly begun: string;
  readonly parts: Map<number, { size: number; etag: string }>;
  /** Tries of parts that were sent again. */
  readonly replaced: [number, { size: number; etag: string }][];
}

/** The server's behaviour; tests change it. */
interface Mood {
  /** Accepts requests and never responds. */
  isSilent: boolean;
  /** SeaweedFS lists every try of a part. */
  listsTries: boolean;
  /** OSS does not list uploads. */
  listsUploads: boolean;
  /** Any client may read every object. */
  isOpen: boolean;
  /** Sends this many bytes of each object, and then stalls. */
  stopsAfterBytes: number | undefined;
  /** So many uploads in parts are begun without an answer. */
  losesStarts: number;
  /** What it answers to every request. */
  refusal: { readonly status: number; readonly code: string } | undefined;
}

const accessKeyId = 'S3RVER';
const secretAccessKey = 'S3RVER';

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`);
}

/**
 * Requests that some provider refuses although Amazon accepts them (docs/decisions/s3-in-the-field.md): checksums other than MD5, bodies in
 * signed chunks, lists of keys to delete without an MD5, ACLs.
 */
function findRefusal({ headers, method }: IncomingMessage, query: URLSearchParams): string | undefined {
  const names = [...Object.keys(headers), ...query.keys()].map(name => name.toLowerCase());
  if (names.some(name => /^x-amz-(checksum|sdk-checksum|trailer|acl|grant)/.test(name))) return 'NotImplemented';
  if (/^STREAMING-/.test(String(headers['x-amz-content-sha256']))) return 'NotImplemented';
  if (/aws-chunked/.test(String(headers['content-encoding']))) return 'NotImplemented';
  if (method === 'POST' && query.has('delete') && !headers['content-md5']) return 'MissingContentMD5';
  return undefined;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  return Buffer.concat(await request.toArray());
}

/** Forwards a request to s3rver and returns its whole response. */
function ask(port: number, request: IncomingMessage, body: Buffer) {
  const { method, url, headers } = request;
  return new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
    const sent = makeRequest(
      { host: '127.0.0.1', port, method, path: url, headers: { ...headers, connection: 'close' } },
      answer =>
        readBody(answer).then(
          answered => resolve({ status: answer.statusCode ?? 500, headers: answer.headers, body: answered }),
          reject,
        ),
    );
    sent.on('error', reject).end(body);
  });
}

const partXml = ([number, part]: [number, { size: number; etag: string }]) =>
  `<Part><PartNumber>${number}</PartNumber><Size>${part.size}</Size><ETag>${part.etag}</ETag></Part>`;

function listParts(upload: Upload, query: URLSearchParams, { listsTries }: Mood): string {
  // Two per page, so that requests for further pages are tested, too.
  const after = Number(query.get('part-number-marker') ?? 0);
  const rest = [...upload.parts].sort(([a], [b]) => a - b).filter(([number]) => number > after);
  const numbers = rest.slice(0, 2).map(([number]) => number);
  const tries = listsTries ? upload.replaced.filter(([number]) => numbers.includes(number)) : [];
  const page = [...rest.slice(0, 2), ...tries].sort(([a], [b]) => a - b);
  const next = page.at(-1)?.[0] ?? after;
  return `<ListPartsResult><IsTruncated>${rest.length > 2}</IsTruncated><NextPartNumberMarker>${next}</NextPartNumberMarker>${page.map(partXml).join('')}</ListPartsResult>`;
}

function listUploads(uploads: Map<string, Upload>, query: URLSearchParams): string {
  // Like MinIO: uploads are found only by the whole key, not by a shorter prefix.
  const found = [...uploads].filter(([, upload]) => upload.key === query.get('prefix'));
  const xml = found.map(
    ([id, upload]) =>
      `<Upload><Key>${upload.key}</Key><UploadId>${id}</UploadId><Initiated>${upload.begun}</Initiated></Upload>`,
  );
  return `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${xml.join('')}</ListMultipartUploadsResult>`;
}

interface Whereabouts {
  readonly directory?: string;
  readonly port?: number;
  readonly host?: string;
  readonly bucket?: string;
}

/**
 * Starts both on ports of this machine, with one bucket whose public objects can be read without a signature. Absent: a free port of this machine alone,
 * and a folder that is removed at the end.
 */
export async function startS3TestServer(at: Whereabouts = {}) {
  const bucket = at.bucket ?? 'pictures';
  const host = at.host ?? '127.0.0.1';
  const directory = at.directory ?? (await mkdtemp(join(tmpdir(), 's3-test-')));
  const behind = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await behind.run();
  const uploads = new Map<string, Upload>();
  const mood: Mood = {
    isSilent: false,
    listsTries: false,
    listsUploads: true,
    isOpen: false,
    stopsAfterBytes: undefined,
    losesStarts: 0,
    refusal: undefined,
  };

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://host');
    const query = url.searchParams;
    const key = url.pathname.slice(bucket.length + 2);
    const signature = checkSignature(request, secretAccessKey);
    if (signature === 'bad') return refuse(response, 403, 'SignatureDoesNotMatch');
    const isPublicKey = mood.isOpen || /^(input|output|preview)\//.test(key);
    const isPublicRead = request.method === 'GET' && isPublicKey && !query.has('uploadId');
    if (signature === 'expired' || (signature === 'none' && !isPublicRead))
      return refuse(response, 403, 'AccessDenied');

    if (mood.isSilent) return;
    if (mood.refusal) return refuse(response, mood.refusal.status, mood.refusal.code);
    const refusal = findRefusal(request, query);
    if (refusal) return refuse(response, 501, refusal);

    const uploadId = query.get('uploadId');
    const upload = uploadId === null ? undefined : uploads.get(uploadId);
    if (uploadId !== null && upload?.key !== key) return refuse(response, 404, 'NoSuchUpload');
    if (request.method === 'GET' && query.has('uploads'))
      return mood.listsUploads
        ? void response.end(listUploads(uploads, query))
        : refuse(response, 501, 'NotImplemented');
    if (request.method === 'GET' && upload) return void response.end(listParts(upload, query, mood));
    if (request.method === 'DELETE' && uploadId !== null) {
      uploads.delete(uploadId);
      return void response.writeHead(204).end();
    }

    const body = await readBody(request);
    const answer = await ask(port, request, body);
    if (answer.status === 200 && request.method === 'POST' && query.has('uploads')) {
      const id = /<UploadId>(\w+)</.exec(answer.body.toString())?.[1] ?? '';
      uploads.set(id, { key, begun: new Date().toISOString(), parts: new Map(), replaced: [] });
      if (mood.losesStarts > 0) {
        mood.losesStarts -= 1;
        return void response.destroy();
      }
    }
    if (answer.status === 200 && request.method === 'PUT' && upload) {
      const number = Number(query.get('partNumber'));
      const before = upload.parts.get(number);
      if (before) upload.replaced.push([number, before]);
      upload.parts.set(number, { size: body.length, etag: String(answer.headers.etag) });
    }
    if (answer.status === 200 && request.method === 'POST' && uploadId !== null) uploads.delete(uploadId);
    response.writeHead(answer.status, answer.headers);
    if (mood.stopsAfterBytes !== undefined && request.method === 'GET')
      return void response.write(answer.body.subarray(0, mood.stopsAfterBytes));
    response.end(request.method === 'HEAD' ? undefined : answer.body);
  }

  // A body that breaks off rejects here: its client is gone, and nothing was forwarded.
  const guard = createServer((request, response) => void handle(request, response).catch(() => response.destroy()));
  await new Promise<void>(resolve => guard.listen(at.port ?? 0, host, resolve));
  const endpoint = `http://${host}:${(guard.address() as AddressInfo).port}`;
  return {
    mood,
    /** Uploads in parts that were neither completed nor aborted, by key. */
    openUploads: () => [...uploads.values()].map(upload => upload.key),
    options: { bucket, region: 'us-east-1', accessKeyId, secretAccessKey, endpoint, pathStyle: true },
    async close() {
      guard.closeAllConnections();
      guard.close();
      await behind.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
