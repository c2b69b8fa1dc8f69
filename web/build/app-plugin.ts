// Makes the product an app that can be installed: draws its icons from the logo, and tells the service worker which files are the page's shell.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharp } from 'engines/sharp.ts';
import type { Plugin } from 'vite';

const workerFile = 'service-worker.js';
const logo = '/icon.svg';

/** Beside the first load: what every page loads later, what the app shows without a network, and the page for shared files. */
const laterParts = [
  '/src/layout/bars.tsx',
  '/src/pages/offline-page.tsx',
  '/src/app-install/start-app.ts',
  '/src/app-install/shared-page.tsx',
  '/src/home/taken-card.tsx',
];

/** Systems cut a maskable icon to a shape of their own, so its ground fills the square. */
const icons = [
  { name: 'icon-180', side: 180, isFull: true },
  { name: 'icon-192', side: 192, isFull: false },
  { name: 'icon-512', side: 512, isFull: false },
  { name: 'maskable-512', side: 512, isFull: true },
];

async function drawIcon(svg: string, side: number, isFull: boolean): Promise<Buffer> {
  const drawn = isFull ? svg.replace(/ rx="[\d.]+"/, '') : svg;
  // Vectors are drawn at 72 dots per inch for each of the logo's 32 units.
  return sharp(Buffer.from(drawn), { density: (72 * side) / 32 })
    .resize(side, side)
    .png({ compressionLevel: 9 })
    .toBuffer();
}

export function appPlugin(): Plugin {
  let root = '';
  return {
    name: 'app',
    apply: config => !config.build?.ssr,
    configResolved(config) {
      root = config.root;
    },
    buildStart() {
      if (this.meta.watchMode) return;
      const id = join(root, 'src/app-install/service-worker.ts');
      this.emitFile({ type: 'chunk', id, fileName: workerFile });
    },
    async generateBundle() {
      const svg = readFileSync(join(root, 'public', logo), 'utf8');
      for (const { name, side, isFull } of icons)
        this.emitFile({ type: 'asset', fileName: `icons/${name}.png`, source: await drawIcon(svg, side, isFull) });
    },
    writeBundle(output, bundle) {
      const parts = Object.values(bundle);
      const chunks = parts.flatMap(part => (part.type === 'chunk' ? [part] : []));
      const files = new Set<string>();
      const add = (fileName: string) => {
        if (files.has(fileName)) return;
        files.add(fileName);
        for (const imported of chunks.find(chunk => chunk.fileName === fileName)?.imports ?? []) add(imported);
      };
      const page = parts.find(part => part.fileName === 'index.html');
      const html = page?.type === 'asset' ? String(page.source) : '';
      for (const [, file] of html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)) add(file!);
      const isShell = (id: string) =>
        laterParts.some(part => id === join(root, part)) || /virtual:tile-words|\/src\/boot\.ts$/.test(id);
      for (const chunk of chunks) if (chunk.moduleIds.some(isShell)) add(chunk.fileName);
      const build = createHash('sha256')
        .update(
          parts
            .map(({ fileName }) => fileName)
            .sort()
            .join(),
        )
        .digest('base64url')
        .slice(0, 12);
      const shell = { build, files: [...[...files].map(file => `/${file}`), logo] };
      const file = join(output.dir!, workerFile);
      writeFileSync(file, `self.shell=${JSON.stringify(shell)};\n${readFileSync(file, 'utf8')}`);
    },
  };
}
