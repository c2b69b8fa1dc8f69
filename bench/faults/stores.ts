// The S3 store of the bench in a process of its own: SeaweedFS where its program `weed` is installed, else the S3 server of the tests.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBucket } from '../../server/testing/bucket.ts';
import { findFreePort } from '../../server/testing/process.ts';
import { findWeed } from '../installed-weed.ts';
import { Killable } from './killable.ts';
import { here, type Spot } from './spot.ts';

export const bucket = 'pictures';
export const accessKeys = { id: 'S3RVER', secret: 'S3RVER' };
const openAreas = ['input', 'output', 'preview'];
const standIn = fileURLToPath(new URL('../../server/testing/stand-in-store.ts', import.meta.url));

export interface Store {
  readonly process: Killable;
  readonly port: number;
  /** Its address without a line of the bench. */
  readonly endpoint: string;
  /** What tables call it. */
  readonly title: string;
  /** The sizes of all objects by their keys. */
  readonly list: () => Promise<Map<string, number>>;
  /** The keys of uploads in parts that were neither completed nor aborted; none where the store forgets them when it is killed. */
  readonly listOpenUploads: () => Promise<readonly string[]>;
}

interface Started {
  readonly process: Killable;
  readonly port: number;
  readonly endpoint: string;
  readonly title: string;
  readonly keepsUploads: boolean;
}

const accessAt = (endpoint: string) => ({
  bucket,
  region: 'us-east-1',
  endpoint,
  accessKeyId: accessKeys.id,
  secretAccessKey: accessKeys.secret,
  pathStyle: true,
});

/** The accounts of SeaweedFS's S3: one with all rights, and one for requests without a signature, which may read what a bucket's policy would open. */
const identities = {
  identities: [
    {
      name: 'pixwright',
      credentials: [{ accessKey: accessKeys.id, secretKey: accessKeys.secret }],
      actions: ['Admin', 'Read', 'Write', 'List', 'Tagging'],
    },
    { name: 'anonymous', actions: openAreas.map(area => `Read:${bucket}/${area}/*`) },
  ],
};

async function describeWeed(weed: string, folder: string, spot: Spot): Promise<Started> {
  const config = path.join(folder, 'identities.json');
  writeFileSync(config, JSON.stringify(identities));
  const ports: number[] = [];
  // Some of its ports have no switch: they are 10,000 above others.
  while (ports.length < 4) {
    const port = await findFreePort();
    ports.push(port > 50_000 ? port - 20_000 : port);
  }
  const [master = 0, volume = 0, filer = 0, port = 0] = ports;
  const flags = [
    `-dir=${folder}`,
    `-ip=${spot.host}`,
    `-master.port=${master}`,
    `-volume.port=${volume}`,
    '-volume.max=40',
    '-master.volumeSizeLimitMB=64',
    `-filer.port=${filer}`,
    '-s3',
    `-s3.port=${port}`,
    `-s3.config=${config}`,
  ];
  const log = path.join(folder, 'store.log');
  const endpoint = `http://${spot.host}:${port}`;
  const process = new Killable({
    name: 'store',
    command: [weed, '-logtostderr', 'server', ...flags],
    log,
    spot,
    isUp: openBucket(accessAt(endpoint)).isThere,
  });
  return { process, port, endpoint, title: 'SeaweedFS', keepsUploads: true };
}

async function describeStandIn(folder: string, spot: Spot): Promise<Started> {
  const port = await findFreePort();
  const endpoint = `http://${spot.host}:${port}`;
  const command = [process.execPath, '--conditions=source', standIn, folder, bucket, String(port), spot.host];
  const store = new Killable({
    name: 'store',
    command,
    log: path.join(folder, 'store.log'),
    spot,
    isUp: openBucket(accessAt(endpoint)).isThere,
  });
  return { process: store, port, endpoint, title: 'the S3 server of the tests', keepsUploads: false };
}

/** Describes the store; `process.start()` starts it. */
export async function openStore(folder: string, spot = here): Promise<Store> {
  const home = path.join(folder, 'store');
  mkdirSync(home);
  const weed = findWeed();
  const { keepsUploads, ...store } = weed ? await describeWeed(weed, home, spot) : await describeStandIn(home, spot);
  const { list, listOpenUploads } = openBucket(accessAt(store.endpoint));
  return { ...store, list, listOpenUploads: keepsUploads ? listOpenUploads : async () => [] };
}
