// Paints the home page into the built HTML, once per language, for servers that sell memberships and for those that do not:
// index.zh.html, index.zh.sold.html, and the same in English.
// The server fills in the settings and, for %BRAND%, the name of the product.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import { aliases } from './aliases.ts';
import { cataloguePlugin } from './catalogue-plugin.ts';
import { contractsPlugin } from './contracts-plugin.ts';

interface Painter {
  paintHome: (language: 'zh' | 'en', isSold: boolean) => Promise<{ html: string; title: string }>;
}

const descriptions = {
  zh: '在线处理图片和视频：抠图、去水印、证件照、放大、文字识别、图片和视频格式转换，支持批量。无需安装，不用先注册，文件自动删除。',
  en: 'Edit images and video online: remove backgrounds and watermarks, make ID photos, upscale, extract text, convert and compress. Nothing to install, no sign-up to start, files are deleted automatically.',
};

const paintings = [
  ['zh', false],
  ['en', false],
  ['zh', true],
  ['en', true],
] as const;

async function loadPainter(root: string, folder: string): Promise<Painter> {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    resolve: { alias: aliases },
    plugins: [contractsPlugin(), cataloguePlugin(), tailwindcss(), react()],
    build: {
      ssr: 'src/first-paint.tsx',
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      copyPublicDir: false,
    },
    // Everything in one file: the folder lies where node would find no packages.
    ssr: { noExternal: true },
  });
  return import(pathToFileURL(join(folder, 'first-paint.js')).href);
}

export function firstPaintPlugin(): Plugin {
  let root = '';
  return {
    name: 'first-paint',
    apply: config => !config.build?.ssr,
    configResolved(config) {
      root = config.root;
    },
    buildStart() {
      if (this.meta.watchMode) return;
      this.emitFile({ type: 'chunk', id: join(root, 'src/start/boot.ts'), name: 'boot' });
    },
    async writeBundle(output, bundle) {
      const chunks = Object.values(bundle).filter(part => part.type === 'chunk');
      const fileOf = (isIt: (id: string) => boolean) => chunks.find(chunk => chunk.moduleIds.some(isIt))!.fileName;
      const boot = fileOf(id => id.endsWith('/src/start/boot.ts'));
      const page = readFileSync(join(output.dir!, 'index.html'), 'utf8');
      const folder = mkdtempSync(join(tmpdir(), 'first-paint-'));
      const { paintHome } = await loadPainter(root, folder);
      for (const [language, isSold] of paintings) {
        const { html, title } = await paintHome(language, isSold);
        // The content security policy forbids inline styles: one in the painted page would be a console error.
        if (/\sstyle="/.test(html)) this.error('The painted home page holds an inline style');
        const words = fileOf(id => id === `\0virtual:tile-words/${language}`);
        const painted = page
          .replace('<html lang="zh-CN">', () => `<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">`)
          .replace(/<title>.*?<\/title>/, () => `<title>${title}</title>`)
          .replace(/(<meta name="description" content=").*?"/, (_, start) => `${start}${descriptions[language]}"`)
          .replace('<!--head-->', () =>
            [
              `<script src="/${boot}"></script>`,
              `<link rel="modulepreload" crossorigin href="/${words}" />`,
              `<link rel="manifest" href="/app.webmanifest?lang=${language}" />`,
              '<link rel="apple-touch-icon" href="/icons/icon-180.png" />',
            ].join('\n    '),
          )
          // The painted page needs only the stylesheet, so the stylesheet goes first on a slow line.
          .replaceAll(
            /<(script type="module"|link rel="modulepreload") crossorigin/g,
            '<$1 fetchpriority="low" crossorigin',
          )
          .replace('<!--first-paint-->', () => `<div data-first-paint="${language}">${html}</div>`);
        writeFileSync(join(output.dir!, `index.${language}${isSold ? '.sold' : ''}.html`), painted);
      }
      rmSync(folder, { recursive: true });
      rmSync(join(output.dir!, 'index.html'));
    },
  };
}
