// Settings: defaults that work, faults told all together, nothing secret repeated.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ConfigError, readConfig, switchNames } from './config.ts';

const faultsOf = (environment: Record<string, string>): string => {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
};

test('an empty environment is a whole product', () => {
  expect(readConfig({})).toMatchObject({ port: 8080, role: 'all', storage: { kind: 'disk' }, databaseUrl: null });
  expect(readConfig({ PORT: '', CORS_ORIGINS: '' })).toMatchObject({ port: 8080, corsOrigins: [] });
});

test('all faults are told at once, by the name of the setting', () => {
  const faults = faultsOf({
    PORT: 'ninety',
    ROLE: 'boss',
    FETCH_ALLOW: '10.0.0.0',
    DATABASE_URL: 'mysql://x',
    STORAGE: 'disk',
  });
  for (const name of ['PORT', 'ROLE', 'FETCH_ALLOW', 'DATABASE_URL']) expect(faults).toContain(`  ${name}: `);
});

test('S3 needs its keys, and no value of them is ever printed', () => {
  const faults = faultsOf({ STORAGE: 's3', S3_SECRET_ACCESS_KEY: 'hush-hush', PORT: '-1' });
  for (const name of ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'PORT']) expect(faults).toContain(`  ${name}: `);
  expect(faults).not.toContain('hush-hush');
});

test('lists and origins are taken apart and cleaned', () => {
  const config = readConfig({
    CORS_ORIGINS: 'https://a.example/, http://b.example:8080/path',
    FETCH_ALLOW: '127.0.0.1/32, fd00::/8',
    PUBLIC_URL: 'https://tools.example/',
  });
  expect(config.corsOrigins).toEqual(['https://a.example', 'http://b.example:8080']);
  expect(config.fetchAllow).toEqual(['127.0.0.1/32', 'fd00::/8']);
  expect(config.publicUrl).toBe('https://tools.example');
});

test('a model file must be there, and is an absolute path from then on', () => {
  expect(faultsOf({ INPAINT: '/nowhere/lama.onnx', ENLARGE: '/tmp' })).toMatch(/INPAINT: .*\n.*ENLARGE: /);
  const own = fileURLToPath(import.meta.url);
  expect(readConfig({ MATTE: path.relative('.', own) }).models).toEqual({ matte: own });
  expect(readConfig({}).models).toEqual({});
});

test("the README's table lists every switch, in one row each, and no other", () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const listed = [...readme.matchAll(/^\| `([A-Z0-9_]+)` \|/gm)].map(([, name]) => name);
  expect(listed).toEqual(switchNames);
});
