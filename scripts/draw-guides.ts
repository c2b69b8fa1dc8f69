// Takes the screenshots for the tools' guides from the running product: `npm run draw-guides`, or `npm run draw-guides -- gif resize` for
// some. Run it after a tool's page has changed. Needs Chromium and ffmpeg, like the end-to-end tests.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Page } from '@playwright/test';
import type { ToolContract } from 'contract/tool.ts';
import { type Language, languages } from 'contract/words.ts';
import sharp from 'sharp';
import { tools } from 'tools/index.ts';
import { photos } from '../bench/photos.ts';
import { startProduct } from '../bench/product.ts';
import { writeWhisperModel } from '../engines/speech/test-whisper-model.ts';

/** Size of a screenshot. web/src/pages/tool-guide.tsx reserves this space. */
const [width, height] = [960, 600];
const maxBytes = 40 * 1024;
const root = path.dirname(import.meta.dirname);
const folder = mkdtempSync(path.join(tmpdir(), 'guides-'));

function makeClip(): string {
  const clip = path.join(folder, 'sea.mp4');
  const pan = "scale=960:-2,crop=640:400:x='t*20':y=60";
  const picture = ['-loop', '1', '-t', '8', '-i', photos.sea];
  const sound = ['-f', 'lavfi', '-t', '8', '-i', 'sine=frequency=330'];
  const made = ['-vf', pan, '-r', '12', '-pix_fmt', 'yuv420p', '-shortest', clip];
  execFileSync('ffmpeg', ['-nostdin', '-loglevel', 'error', ...picture, ...sound, ...made]);
  return clip;
}

/** A page with a line of text, in the format of the PDF standard. */
function makePdf(): string {
  const file = path.join(folder, 'letter.pdf');
  const text = 'BT /F1 44 Tf 72 680 Td (A letter in two pages) Tj ET';
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R 3 0 R]/Count 2>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let body = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = body.length;
    body += `${at + 1} 0 obj${object}endobj\n`;
    return place;
  });
  const table = places.map(place => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const start = body.length;
  body += `xref\n0 6\n0000000000 65535 f \n${table}trailer<</Size 6/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`;
  writeFileSync(file, body);
  return file;
}

const marked = path.join(root, 'web/src/files/samples/cameras-watermark.jpg');
const ownSamples: Readonly<Record<string, readonly string[]>> = {
  'inpaint-image': [marked],
  'cutout-image': [photos.womanGreen],
  certified: [photos.womanRed],
  'image-anime': [photos.womanRed],
  'image-to-text': [photos.code],
  gif: [photos.strawberries, photos.iceCream, photos.envelopes],
  collage: [photos.strawberries, photos.iceCream, photos.envelopes, photos.phone],
  'pictures-to-pdf': [photos.strawberries, photos.iceCream, photos.envelopes],
};

function findSamples({ name, calls, opens }: ToolContract, clip: string, pdf: string): readonly string[] {
  if (ownSamples[name]) return ownSamples[name];
  const types = calls[0]?.inputs[0]?.accept ?? opens?.accept ?? [];
  if (name === 'text-to-image' || name === 'design' || types.length === 0) return [];
  return types.includes('jpg') ? [photos.strawberries] : types.includes('pdf') ? [pdf] : [clip];
}

async function takePicture(
  page: Page,
  url: string,
  tool: ToolContract,
  language: Language,
  samples: readonly string[],
) {
  await page.goto('about:blank');
  await page.goto(`${url}/?lang=${language}#${tool.route}`);
  await page.locator('[data-first-paint]').waitFor({ state: 'detached' });
  const field = page.locator('input[type=file]:not([webkitdirectory])').first();
  if (samples.length > 0) await field.setInputFiles([...samples]);
  await page.waitForLoadState('networkidle');
  // Waits for the frames of clips, first previews and the end of animations.
  await page.waitForTimeout(4000);
  // On a short page the footer would be part of the screenshot.
  await page.evaluate("for (const frame of document.querySelectorAll('footer')) frame.style.visibility = 'hidden'");
  const place = page.locator('[data-tool-page]').or(page.getByRole('main')).first();
  const { x, y, width: wide } = (await place.boundingBox())!;
  const clip = { x, y, width: wide, height: (wide * height) / width };
  const shot = sharp(await page.screenshot({ clip, animations: 'disabled' })).resize(width, height);
  for (const quality of [80, 70, 60, 50, 40, 30]) {
    const bytes = await shot.clone().webp({ quality, effort: 6 }).toBuffer();
    if (bytes.length > maxBytes) continue;
    writeFileSync(path.join(root, 'web/src/pages/guides', `${tool.name}.${language}.webp`), bytes);
    return;
  }
  throw new Error(`the picture of ${tool.name} does not fit into ${maxBytes} bytes`);
}

mkdirSync(path.join(root, 'web/src/pages/guides'), { recursive: true });
const wanted = process.argv.slice(2);
// Without a model, the page about speech would show this machine's notice.
const speech = path.join(folder, 'ggml-scripted.bin');
await writeWhisperModel(speech, [' Good', ' morning.'], 1.6);
const product = await startProduct({ SPEECH: speech });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const [clip, pdf] = [makeClip(), makePdf()];
  for (const tool of tools.filter(({ name }) => wanted.length === 0 || wanted.includes(name)))
    for (const language of languages) {
      // Each tool starts without the state of the previous one.
      const context = await browser.newContext({ viewport: { width: 1240, height: 1000 }, serviceWorkers: 'block' });
      await takePicture(await context.newPage(), product.url, tool, language, findSamples(tool, clip, pdf));
      await context.close();
    }
} finally {
  await browser.close();
  await product.stop();
  rmSync(folder, { recursive: true });
}
