// The web manifest: what a browser needs to install the page as an app, and which files the operating system passes to it.
import { type MediaName, media } from 'contract/media.ts';
import type { Settings } from 'contract/routes/content.ts';
import type { ToolContract } from 'contract/tool.ts';
import type { Language } from 'contract/words.ts';
import { compress } from 'tools/compress/contract.ts';
import { words as compressWords } from 'tools/compress/words.ts';
import { cutoutImage } from 'tools/cutout-image/contract.ts';
import { words as cutoutWords } from 'tools/cutout-image/words.ts';
import { imageConverter } from 'tools/image-converter/contract.ts';
import { words as converterWords } from 'tools/image-converter/words.ts';
import { inpaintImage } from 'tools/inpaint-image/contract.ts';
import { words as inpaintWords } from 'tools/inpaint-image/words.ts';

/** The menu of the app's icon: the most used tools. */
const shortcuts = [
  { tool: cutoutImage, words: cutoutWords },
  { tool: inpaintImage, words: inpaintWords },
  { tool: compress, words: compressWords },
  { tool: imageConverter, words: converterWords },
];

const descriptions = {
  zh: '在线处理图片和视频：抠图、去水印、压缩、转格式',
  en: 'Edit images and video: remove backgrounds and watermarks, compress, convert',
};

/** The background colour of the page at its first paint. */
const ground = '#fbfaff';

/**
 * The page that shows which tools accept a file. The hash route belongs to the page; a shared file is posted to the same path without the
 * hash.
 */
const sharedPage = '/#/shared';

/** Content types and file extensions of everything that some tool accepts as its main file. */
function listTypes(tools: readonly ToolContract[]): Record<string, string[]> {
  const names = new Set<MediaName>(
    tools.flatMap(({ calls, opens }) => [...(calls[0]?.inputs[0]?.accept ?? []), ...(opens?.accept ?? [])]),
  );
  const types: Record<string, string[]> = {};
  for (const name of names) {
    const { contentType, extensions, kind } = media[name];
    // The operating system opens text files in a text editor; for tools they are only secondary inputs.
    if (kind === 'text') continue;
    types[contentType] = [...(types[contentType] ?? []), ...extensions.map(extension => `.${extension}`)];
  }
  return types;
}

export function makeManifest({ brand }: Pick<Settings, 'brand'>, tools: readonly ToolContract[], language: Language) {
  const name = language === 'zh' ? brand.nameZh : brand.nameEn;
  const accept = listTypes(tools);
  const icon = (file: string, side: number, purpose = 'any') => ({
    src: `/icons/${file}.png`,
    sizes: `${side}x${side}`,
    type: 'image/png',
    purpose,
  });
  return {
    // The same app in both languages.
    id: '/',
    start_url: '/',
    scope: '/',
    name,
    short_name: name,
    description: descriptions[language],
    lang: language === 'zh' ? 'zh-CN' : 'en',
    dir: 'ltr',
    display: 'standalone',
    theme_color: ground,
    background_color: ground,
    categories: ['photo', 'multimedia', 'utilities'],
    icons: [icon('icon-192', 192), icon('icon-512', 512), icon('maskable-512', 512, 'maskable')],
    shortcuts: shortcuts.map(({ tool, words }) => ({
      name: words[language].title,
      description: words[language].blurb,
      url: `/#${tool.route}`,
      icons: [icon('icon-192', 192)],
    })),
    share_target: {
      action: '/shared',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: 'title',
        text: 'text',
        url: 'url',
        files: [{ name: 'files', accept: Object.entries(accept).flat(2) }],
      },
    },
    file_handlers: [{ action: sharedPage, accept }],
  };
}
