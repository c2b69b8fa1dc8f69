// What can be seen of the container files without a container engine: they fit this checkout, its switches and each other.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { judgeConfig, switchNames } from '../server/src/config.ts';
import { environmentOf, readDockerfile, type Step, stepsOf } from './dockerfile.ts';
import { ignoresOf } from './image-root.ts';
import { fillVariables } from './topology/compose.ts';

const root = path.dirname(import.meta.dirname);
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const stages = readDockerfile(read('Dockerfile'));
const product = stepsOf(stages, 'product');
const copiesOf = (steps: readonly Step[]) => steps.filter(step => step.kind === 'COPY');
const composeFiles = [
  'compose.yaml',
  'deploy/compose.small.yaml',
  'deploy/baota/compose.yaml',
  'deploy/truenas/pixwright.yaml',
];

interface Service {
  readonly image: string;
  readonly environment?: Record<string, string>;
  readonly volumes?: readonly string[];
}
const servicesOf = (file: string): Record<string, Service> => parse(read(file), { merge: true }).services;

test('the image has every workspace, with the list of its packages before its code', () => {
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] };
  const lists = copiesOf(stepsOf(stages, 'sources')).flatMap(({ sources }) => sources);
  expect(workspaces.filter(name => !lists.includes(`${name}/package.json`))).toEqual([]);
  const copied = copiesOf(product).flatMap(({ sources }) => sources);
  // Of the page only what was built, and nothing of the command line, which runs on other machines.
  const isLeftOut = (name: string) => name === 'web' || name === 'cli';
  expect(workspaces.filter(name => !isLeftOut(name) && !copied.includes(`${name}/`))).toEqual([]);
  expect(copied).toContain('/srv/pixwright/web/dist/');
});

test('what the image copies is there, and .dockerignore leaves it in', () => {
  const ignores = ignoresOf(read('.dockerignore'));
  const named = stages.flatMap(({ steps }) => copiesOf(steps)).filter(({ from }) => !from);
  for (const { sources } of named)
    for (const source of sources.filter(one => one !== '.')) {
      expect([source, existsSync(path.join(root, source))]).toEqual([source, true]);
      expect([source, ignores(source.replace(/\/$/, ''))]).toEqual([source, false]);
    }
  for (const file of [
    'node_modules/zod/index.js',
    'server/node_modules/x/y.js',
    'data/postgres/data',
    '.env',
    'docs/api.md',
    'web/dist/index.zh.html',
  ])
    expect([file, ignores(file)]).toEqual([file, true]);
});

test('it runs as an account without rights, under an init, and says whether it is ready', () => {
  expect(product.findLast(({ kind }) => kind === 'USER')).toEqual({ kind: 'USER', value: '1000:1000' });
  expect(product.findLast(({ kind }) => kind === 'ENTRYPOINT')).toMatchObject({ words: ['/usr/bin/tini', '--'] });
  const check = product.findLast(
    (step): step is Extract<Step, { words: readonly string[] }> => step.kind === 'HEALTHCHECK',
  );
  expect(existsSync(path.join(root, check?.words[1] ?? ''))).toBe(true);
  expect(stages.at(-1)?.base).toBe('product');
  const images = stages.map(({ base }) => base).filter(base => !stages.some(({ name }) => name === base));
  expect(new Set(images)).toEqual(new Set(['node:24-bookworm-slim']));
  expect(read('package.json')).toContain('"node": "24.x"');
});

test('every switch that an image, a compose file, a chart or a template sets is one', () => {
  const unraid = [...read('deploy/unraid/pixwright.xml').matchAll(/Target="([A-Z][A-Z0-9_]*)"/g)].map(
    ([, name]) => name,
  );
  const chart = [...read('deploy/helm/pixwright/templates/_pod.tpl').matchAll(/name: ([A-Z][A-Z0-9_]+),/g)].map(
    ([, name]) => name,
  );
  const composed = composeFiles.flatMap(file =>
    Object.values(servicesOf(file))
      .filter(({ image }) => image.startsWith('pixwright:'))
      .flatMap(({ environment = {} }) => Object.keys(environment)),
  );
  const image = Object.keys(environmentOf(stepsOf(stages, 'with-models'))).filter(name => name !== 'NODE_ENV');
  const set = new Set([...unraid, ...chart, ...composed, ...image]);
  expect(set.size).toBeGreaterThan(15);
  expect([...set].filter(name => !switchNames.includes(name as string))).toEqual([]);
});

test('servers of compose files are judged by the server itself: their switches fit together', () => {
  const given: Record<string, string> = {
    SITE: 'tools.example.org',
    POSTGRES_PASSWORD: 'p',
    S3_SECRET_ACCESS_KEY: 's',
    SECRET_KEY: 'k'.repeat(48),
  };
  for (const file of composeFiles)
    for (const [name, { image, environment = {} }] of Object.entries(servicesOf(file)).filter(([, one]) =>
      one.image.startsWith('pixwright:'),
    )) {
      const switches = Object.fromEntries(
        Object.entries(environment).map(([key, value]) => [key, fillVariables(String(value), given)]),
      );
      // The folder is a volume.
      const { faults } = judgeConfig({ ...switches, ...(switches.BACKUP_TO && { BACKUP_TO: root }) });
      expect([file, name, image, faults]).toEqual([file, name, image, []]);
    }
});

test('files of visitors that share the origin of the page run no scripts in it', () => {
  const caddy: string = parse(read('compose.yaml')).configs.caddy.content;
  const files = caddy.slice(caddy.indexOf('handle @files'), caddy.indexOf('reverse_proxy store'));
  expect(files).toMatch(/Content-Security-Policy "sandbox; default-src 'none';/);
  expect(files).toContain('X-Content-Type-Options nosniff');
});

test('the store finds room for files on a small disk', () => {
  // One volume is for the accounts and names of the store, and seven are made at once for a bucket.
  const words: string[] = parse(read('compose.yaml'), { merge: true }).services.store.command;
  const size = words.find(word => word.startsWith('-master.volumeSizeLimitMB='))?.split('=')[1];
  expect(Number(size) * 8).toBeLessThanOrEqual(10_000);
});

test('the schema of the chart knows each value, and the alert rules are of Prometheus', () => {
  const chart = 'deploy/helm/pixwright';
  const schema = JSON.parse(read(`${chart}/values.schema.json`));
  const { global: _, ...known } = schema.properties;
  expect(Object.keys(parse(read(`${chart}/values.yaml`))).sort()).toEqual(Object.keys(known).sort());
  expect(Object.keys(parse(read(`${chart}/ci/full-values.yaml`))).filter(name => !(name in known))).toEqual([]);
  const { version } = JSON.parse(read('package.json'));
  expect(parse(read(`${chart}/Chart.yaml`))).toMatchObject({ version, appVersion: version });
  const rules: { alert: string; expr: string; annotations: { summary: string } }[] = parse(
    read('deploy/prometheus/alerts.yaml'),
  ).groups[0].rules;
  for (const { alert, expr, annotations } of rules)
    expect([alert, typeof expr, typeof annotations.summary]).toEqual([alert, 'string', 'string']);
});
