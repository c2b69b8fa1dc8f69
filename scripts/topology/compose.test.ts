// What is run of compose.yaml and of the nginx configuration in docs/hosting.md is what is written there.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fillVariables, readCompose, readNginx } from './compose.ts';

const root = path.dirname(path.dirname(import.meta.dirname));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const given = {
  SITE: 'pictures.test',
  POSTGRES_PASSWORD: 'p1',
  S3_SECRET_ACCESS_KEY: 's1',
  SECRET_KEY: 'k'.repeat(48),
};
const nginx = { name: 'pictures.test', certificate: '/c.pem', key: '/c.key', api: 'api:8080' };

test('variables are filled as Compose fills them', () => {
  expect(fillVariables(`a \${A} \${B:-other} \${C} \${A:?set A}`, { A: 'x', B: '' })).toBe('a x other  x');
  expect(() => fillVariables(`\${SITE:?set SITE in .env}`, {})).toThrow('SITE: set SITE in .env');
});

test('services have the switches of compose.yaml, merged and filled', () => {
  const { services, configs } = readCompose(read('compose.yaml'), given);
  expect(services['worker-2']?.environment).toMatchObject({
    ROLE: 'worker',
    TRUST_PROXY: '1',
    PUBLIC_URL: 'https://pictures.test',
    S3_ENDPOINT: 'https://pictures.test',
    DATABASE_URL: 'postgres://pixwright:p1@postgres:5432/pixwright',
    BACKUP_TO: '/backups',
  });
  expect(services.api?.environment?.ROLE).toBe('api');
  expect(services.store?.command).toContain('-s3.config=/run/store.json');
  expect(services.bucket?.command?.[0]).toContain('weed shell');
  expect(JSON.parse(configs.store?.content ?? '').identities[0].credentials[0].secretKey).toBe('s1');
});

test('nginx is that of docs/hosting.md, and only what operators replace is replaced', () => {
  const page = read('docs/hosting.md');
  const server = readNginx(page, nginx);
  expect(server).toContain('proxy_pass http://api:8080;');
  expect(server).toContain('ssl_certificate     /c.pem;');
  expect(server).not.toMatch(/tools\.|127\.0\.0\.1/);
  // The longer location is within the server, and the files have the headers that Caddy gives them.
  const { content } = readCompose(read('compose.yaml'), given).configs.caddy!;
  const policy = /Content-Security-Policy "([^"]+)"/.exec(content)?.[1];
  const location = server.slice(server.indexOf('location /pixwright-files/'), server.indexOf('location / {'));
  expect(location).toContain(`set $policy "${policy}";`);
  expect(location).toContain('X-Content-Type-Options nosniff');
  expect(server.trimEnd().endsWith('\n}')).toBe(true);
  // A page that says it otherwise is not half replaced.
  expect(() => readNginx(page.replace('127.0.0.1:8080;', '127.0.0.1:9090;'), nginx)).toThrow('127.0.0.1:8080');
  expect(() => readNginx(page.replaceAll('```nginx', '```'), nginx)).toThrow('a server and a location');
});

test.each(['client_max_body_size 0;', 'proxy_buffering off;', 'proxy_set_header X-Forwarded-For $remote_addr;'])(
  'nginx has %s',
  line => {
    expect(readNginx(read('docs/hosting.md'), nginx)).toContain(line);
  },
);
