// `npm run build-packages [-- <folder>]`: writes @pixwright/client and @pixwright/cli to dist/packages/, as `npm pack` and `npm publish` take them. The contract is
// bundled in, so that both stand alone: the client with its types and no dependency but zod, the command line with the packages that it uses.
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type InputOptions, rolldown } from 'rolldown';
import { root } from '../checks/tree.ts';
import { tools } from '../tools/index.ts';

type Manifest = Readonly<Record<string, unknown>> & {
  readonly version: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
};

const readManifest = (workspace: string): Manifest =>
  JSON.parse(readFileSync(path.join(root, workspace, 'package.json'), 'utf8'));

/** Where the modules of the workspaces are, whatever `npm ci` has linked. */
const workspaces = {
  '@pixwright/client': path.join(root, 'client'),
  contract: path.join(root, 'contract'),
  tools: path.join(root, 'tools'),
};

async function bundle(input: InputOptions['input'], external: readonly string[], folder: string, banner = '') {
  const build = await rolldown({
    input: input!,
    cwd: root,
    platform: 'node',
    resolve: { alias: workspaces },
    // The engines of a checkout are no part of a package; the command line says so.
    external: id =>
      external.some(name => id === name || id.startsWith(`${name}/`)) || /^node:|\/local\/local\.ts$/.test(id),
  });
  await build.write({ dir: folder, format: 'esm', banner, chunkFileNames: '[name].js', entryFileNames: '[name].js' });
  await build.close();
}

function writeManifest(folder: string, manifest: object): void {
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
}

const pick = (all: Readonly<Record<string, string>>, names: readonly string[]) =>
  Object.fromEntries(names.map(name => [name, all[name]]));

/** What the types of the client reach, as declarations whose imports are relative. */
function writeTypes(folder: string): void {
  execFileSync(path.join(root, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.packages.json', '--outDir', folder], {
    cwd: root,
  });
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.d.ts'));
  for (const name of files) {
    const file = path.join(folder, name);
    const relative = (specifier: string) => {
      const bare = specifier.replace(/^@pixwright\/client\//, 'client/');
      if (!/^(\.|client\/|contract\/|tools\/)/.test(bare)) return specifier;
      const target = bare.startsWith('.') ? bare : path.posix.relative(path.posix.dirname(name), bare);
      return (target.startsWith('.') ? target : `./${target}`).replace(/\.tsx?$/, '.js');
    };
    const text = readFileSync(file, 'utf8');
    const changed = text.replace(
      /((?:from|import\()\s*)(["'])([^"']+)\2/g,
      (_, before: string, quote: string, specifier: string) => `${before}${quote}${relative(specifier)}${quote}`,
    );
    writeFileSync(file, changed);
  }
}

/** The names and paths of all calls: what `createClient({ tools })` needs of the catalogue. */
function writeTools(folder: string): void {
  const named = tools
    .filter(({ calls }) => calls.length > 0)
    .map(({ name, calls }) => ({ name, calls: calls.map(call => ({ name: call.name, path: call.path })) }));
  writeFileSync(path.join(folder, 'tools.js'), `export const tools = ${JSON.stringify(named)};\n`);
  const types = `import type { NamedTool } from './types/client/tool-calls.js';\nexport declare const tools: readonly NamedTool[];\n`;
  writeFileSync(path.join(folder, 'tools.d.ts'), types);
}

async function buildClient(folder: string): Promise<void> {
  const { version, license, dependencies } = readManifest('client');
  await bundle({ client: 'client/client.ts', node: 'client/node.ts' }, ['zod'], folder);
  writeTypes(path.join(folder, 'types'));
  writeTools(folder);
  const entry = (name: string) => ({ types: `./types/client/${name}.d.ts`, default: `./${name}.js` });
  writeManifest(folder, {
    name: '@pixwright/client',
    version,
    description: 'Client of Pixwright, a toolbox for images and video that anyone can host',
    license,
    type: 'module',
    engines: { node: '>=20.3' },
    sideEffects: false,
    exports: {
      '.': entry('client'),
      './node': entry('node'),
      './tools': { types: './tools.d.ts', default: './tools.js' },
    },
    dependencies: pick(dependencies, ['zod']),
  });
  cpSync(path.join(root, 'client/README.md'), path.join(folder, 'README.md'));
  // Its code is bundled in.
  const parser = path.join(root, 'node_modules/eventsource-parser/LICENSE');
  writeFileSync(
    path.join(folder, 'NOTICE'),
    `This package contains eventsource-parser:\n\n${readFileSync(parser, 'utf8')}`,
  );
}

async function buildCli(folder: string): Promise<void> {
  const { version, license, dependencies } = readManifest('cli');
  const { dependencies: ofClient } = readManifest('client');
  // The logger belongs to the engines of a checkout.
  const { pino: _, ...own } = { ...ofClient, ...dependencies };
  await bundle(
    { pixwright: 'cli/src/main.ts' },
    [...Object.keys(own), ...builtinModules],
    folder,
    '#!/usr/bin/env node',
  );
  chmodSync(path.join(folder, 'pixwright.js'), 0o755);
  writeManifest(folder, {
    name: '@pixwright/cli',
    version,
    description: 'pixwright: images and video on the command line, by a Pixwright server',
    license,
    type: 'module',
    engines: { node: '>=20.3' },
    bin: { pixwright: 'pixwright.js' },
    dependencies: own,
  });
  cpSync(path.join(root, 'docs/cli.md'), path.join(folder, 'README.md'));
}

async function buildPackages(folder: string): Promise<void> {
  for (const [name, build] of [
    ['client', buildClient],
    ['cli', buildCli],
  ] as const) {
    rmSync(path.join(folder, name), { recursive: true, force: true });
    mkdirSync(path.join(folder, name), { recursive: true });
    await build(path.join(folder, name));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await buildPackages(path.resolve(process.argv[2] ?? path.join(root, 'dist/packages')));
