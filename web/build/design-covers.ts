// Draws the covers of design templates from the templates themselves, with the painter of the pages.
// What did not change since the last build is taken from a folder of node_modules.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from 'contract/words.ts';
import { encodeWebp } from 'engines/artwork-canvas.ts';
import { designTemplates } from 'tools/design/contract.ts';
import type { Plugin } from 'vite';
import { type DesignPainter, openDesignPainter } from './paint-design.ts';

/** Rows of lists are about this high on a screen of two pixels to one. */
const coverArea = 400 * 400;
const quality = 86;
const root = join(import.meta.dirname, '../..');
const kept = join(root, 'node_modules/.cache/design-covers');

/** What a cover depends on beside its artwork. */
function fingerprintPainter(): string {
  const folders = ['ui/artwork', 'engines'];
  const files = folders.flatMap(folder =>
    readdirSync(join(root, folder)).flatMap(name => (/^[\w-]+\.ts$/.test(name) ? [join(root, folder, name)] : [])),
  );
  const hash = createHash('sha256');
  for (const file of [...files, import.meta.filename]) hash.update(readFileSync(file));
  return hash.digest('base64url');
}

export function designCoversPlugin(): Plugin {
  return {
    name: 'design-covers',
    apply: 'build',
    async generateBundle() {
      mkdirSync(kept, { recursive: true });
      const fingerprint = fingerprintPainter();
      let painter: DesignPainter | undefined;
      const used = new Set<string>();
      for (const template of designTemplates)
        for (const language of languages) {
          const artwork = template.render(language);
          const json = JSON.stringify(artwork);
          const name = `${createHash('sha256').update(fingerprint).update(json).digest('base64url').slice(0, 24)}.webp`;
          const file = join(kept, name);
          used.add(name);
          if (!existsSync(file)) {
            painter ??= await openDesignPainter();
            const scale = Math.min(1, Math.sqrt(coverArea / (artwork.width * artwork.height)));
            writeFileSync(file, await encodeWebp(await painter.paint(artwork, scale), quality));
          }
          const fileName = `designs/${template.id}.${language}`;
          this.emitFile({ type: 'asset', fileName: `${fileName}.webp`, source: readFileSync(file) });
        }
      for (const name of readdirSync(kept)) if (!used.has(name)) rmSync(join(kept, name));
    },
  };
}
