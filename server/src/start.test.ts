// The order of a server's start and stop.
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeOpenFolder } from '../testing/folders.ts';
import { spawnServer } from '../testing/process.ts';
import { startS3TestServer } from './adapters/s3-test-server.ts';

let folder: string;
beforeEach(() => {
  folder = makeOpenFolder('pixwright-start-');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const databaseLock = () => path.join(folder, 'postgres/data/postmaster.pid');

test('a bucket that makes paid results public is refused if runs cost something', async () => {
  const s3 = await startS3TestServer();
  onTestFinished(() => s3.close());
  s3.mood.isOpen = true;
  const { bucket, accessKeyId, secretAccessKey, endpoint } = s3.options;
  const server = spawnServer({
    DATA_DIR: folder,
    PORT: '0',
    MEMBERSHIP: 'on',
    STORAGE: 's3',
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  });
  expect(await server.exit).toBe(1);
  expect(server.output()).toContain('S3_BUCKET opens private/ to everyone');
  expect(existsSync(databaseLock())).toBe(false);
});

test('a start says what a seller has to publish', async () => {
  const server = spawnServer({
    DATA_DIR: folder,
    PORT: '0',
    LANES: 'image:1',
    MEMBERSHIP: 'on',
    PAYMENTS: 'sandbox',
    BRAND_CONTACT_PHONE: '010 1234',
  });
  while (!server.output().includes('Only this machine can reach it')) await sleep(20);
  server.process.kill('SIGTERM');
  expect(await server.exit).toBe(0);
  expect(server.output()).toContain('Before you sell anything set BRAND_COMPANY');
});

test('a stop during the start leaves nothing running', async () => {
  const server = spawnServer({ DATA_DIR: folder, PORT: '0' });
  while (!existsSync(databaseLock())) await sleep(10);
  server.process.kill('SIGTERM');
  expect(await server.exit).toBe(0);
  expect(existsSync(databaseLock())).toBe(false);
});
