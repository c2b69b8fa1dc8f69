// The image editor with a photograph of 24 megapixels and 30 layers: frame times while a layer is dragged, compared with TOAST UI Image
// Editor in the same situation; what undo restores, and how closely the exported file matches the canvas.
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type Layer, noAdjustments, noFrame, plainLayer, wholeCrop } from 'contract/artwork/artwork.ts';
import sharp from 'sharp';
import { countDiffering, exportPixels, readStage } from '../e2e/artwork.ts';
import { editorWords } from '../web/src/editor/words.ts';
import { quantile } from './numbers.ts';
import { makePhoto } from './pictures.ts';
import { startProduct } from './product.ts';
import type { Bench, Line } from './report.ts';

const [width, height] = [6000, 4000];
const maxMs = 20;
const steps = 150;
const rounds = 3;
const t = editorWords.en;

/** Position of the dragged layer: alone in a corner, over the photograph. */
const held = { x: 700, y: 500, width: 1000, height: 667 };

/** Positions of the other layers, spread over the photograph. */
const placeOf = (index: number) => ({ x: 1400 + ((index * 977) % 4200), y: 900 + ((index * 613) % 2800) });

/** The photograph, then small copies of it, stars and texts in rotation, then the dragged layer. */
function makeLayers(): Layer[] {
  const picture = {
    type: 'picture',
    pictureId: 'photo',
    crop: wholeCrop,
    adjustments: noAdjustments,
    look: null,
    frame: noFrame,
  } as const;
  const whole = { x: width / 2, y: height / 2, width, height };
  const others = Array.from({ length: 28 }, (_, at): Layer => {
    const index = at + 1;
    const common = {
      ...plainLayer,
      ...{ id: `layer${index}`, ...placeOf(index), degrees: ((index * 37) % 180) - 90 },
      opacity: index % 3 === 0 ? 0.7 : 1,
    };
    if (index % 3 === 0) return { ...common, ...picture, width: 1500, height: 1000 };
    if (index % 3 === 1) {
      const star = { type: 'shape', shape: 'star', stroke: null, strokeWidth: 20, isDashed: false, radius: 0 } as const;
      return { ...common, ...star, fill: '#ffc531', width: 900, height: 900 };
    }
    const look = { font: 'noto-sans-sc', weight: 700, isItalic: false, isUnderlined: false, align: 'center' } as const;
    const ink = { size: 240, color: '#e5484d', lineHeight: 1.3, letterSpacing: 0, outline: null, plate: null };
    return { ...common, type: 'text', text: `Layer ${index}`, ...look, ...ink, width: 1300, height: 312 };
  });
  return [
    { ...plainLayer, ...picture, ...whole, id: 'whole', isLocked: true },
    ...others,
    { ...plainLayer, ...picture, ...held, id: 'held' },
  ];
}

/** Milliseconds between frames while the mouse drags the layer at the position `held`, on an element that shows the whole page. */
async function drag(page: Page, shown: string): Promise<number[]> {
  const box = (await page.locator(shown).boundingBox())!;
  const at = (x: number, y: number) => [box.x + (x / width) * box.width, box.y + (y / height) * box.height] as const;
  await page.mouse.move(...at(held.x, held.y));
  await page.mouse.down();
  await page.mouse.move(...at(held.x + 60, held.y + 40), { steps: 5 });
  await page.evaluate(`window.frames_ = []; (function watch(last) {
    requestAnimationFrame(now => { if (last) window.frames_.push(now - last); if (window.frames_) watch(now); });
  })(0)`);
  for (let step = 0; step < steps; step++)
    await page.mouse.move(...at(held.x + 460 + Math.sin(step / 12) * 400, held.y + 40 + step * 12));
  const frames = await page.evaluate<number[]>('window.frames_.splice(0)');
  await page.mouse.up();
  return frames;
}

async function openOurs(browser: Browser, url: string, photo: Buffer): Promise<Page> {
  const artwork = { version: 1, width, height, background: null, layers: makeLayers() };
  const project = JSON.stringify({ kind: 'pixwright-artwork', artwork, pictures: { photo: photo.toString('base64') } });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, acceptDownloads: true });
  await page.goto(`${url}/?lang=en#/editor/imageEditor`);
  const file = { name: 'bench.pwx', mimeType: 'application/json', buffer: Buffer.from(project) };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.locator('[data-page]').waitFor();
  await page.waitForTimeout(3000);
  return page;
}

async function openRival(browser: Browser, photo: Buffer): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const resolve = createRequire(import.meta.url).resolve;
  await page.setContent('<body style="margin:0"><div id="editor"></div>');
  for (const script of ['tui-color-picker/dist/tui-color-picker.js', 'tui-image-editor/dist/tui-image-editor.js'])
    await page.addScriptTag({ path: resolve(script) });
  // Its copies of the photograph are downscaled before they are added.
  const small = await sharp(photo).resize(1500).jpeg().toBuffer();
  const others = Array.from({ length: 28 }, (_, at) => ({ index: at + 1, ...placeOf(at + 1) }));
  await page.evaluate(`(async () => {
    const editor = new tui.ImageEditor('#editor', { cssMaxWidth: 1100, cssMaxHeight: 820, usageStatistics: false });
    const bytes = text => Uint8Array.from(atob(text), c => c.charCodeAt(0));
    await editor.loadImageFromFile(new File([bytes('${photo.toString('base64')}')], 'photo.jpg', { type: 'image/jpeg' }));
    const small = 'data:image/jpeg;base64,${small.toString('base64')}';
    for (const { index, x, y } of ${JSON.stringify(others)}) {
      const { id } = index % 3 === 0 ? await editor.addImageObject(small)
        : index % 3 === 1 ? await editor.addShape('triangle', { fill: '#ffc531', width: 900, height: 900 })
        : await editor.addText('Layer ' + index, { styles: { fill: '#e5484d', fontSize: 240 } });
      await editor.setObjectProperties(id, { left: x, top: y, angle: (index * 37) % 180 - 90, opacity: index % 3 === 0 ? 0.7 : 1 });
    }
    const { id } = await editor.addImageObject(small);
    await editor.setObjectProperties(id, { left: ${held.x}, top: ${held.y}, scaleX: 0.667, scaleY: 0.667 });
  })()`);
  await page.waitForTimeout(3000);
  return page;
}

/** Compares a part of the page at its actual pixels, on the stage and in the file. Returns the fraction of equal pixels. */
async function compareExport(page: Page): Promise<number> {
  await page.getByRole('button', { name: new RegExp(t.truePixels) }).click();
  await page.waitForTimeout(3000);
  const [left, top] = await page.evaluate<[number, number]>(`(() => {
    const { left, top } = getComputedStyle(document.querySelector('[data-page]'));
    return [-Math.round(parseFloat(left)), -Math.round(parseFloat(top))];
  })()`);
  const size = { width: 900, height: 700 };
  const shown = await readStage(page, left + size.width, top + size.height);
  const part = { left, top, ...size };
  const raw = (data: Buffer, whole: { width: number; height: number }) =>
    sharp(data, { raw: { ...whole, channels: 4 }, limitInputPixels: false })
      .extract(part)
      .raw()
      .toBuffer();
  const saved = await exportPixels(page, t);
  const differing = countDiffering(
    await raw(shown, { width: left + size.width, height: top + size.height }),
    await raw(saved.data, saved),
  );
  return 1 - differing / (size.width * size.height);
}

export const benchEditor: Bench = async () => {
  const product = await startProduct();
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
  try {
    const photo = await makePhoto(width, height, 1);
    const ours = await openOurs(browser, product.url, photo);
    const stage = async () => {
      await ours.waitForTimeout(1500);
      return ours.locator('[data-artboard] canvas').first().screenshot();
    };
    await ours.keyboard.press('Escape');
    const before = await stage();
    const frames: number[] = [];
    let restored = 0;
    for (let round = 0; round < rounds; round++) {
      frames.push(...(await drag(ours, '[data-page]')));
      await ours.keyboard.press('Control+z');
      await ours.keyboard.press('Escape');
      if ((await stage()).equals(before)) restored += 1;
    }
    const alike = await compareExport(ours);
    await ours.close();
    const rival = await openRival(browser, photo);
    const beside = await drag(rival, '.upper-canvas');
    const p95 = quantile(frames, 0.95);
    const lines: Line[] = [
      {
        what: `dragging a layer among 30 over a photo of 24 MP, 1440 x 900, ${frames.length} frames: median / p95 of the time between two`,
        ours: `${quantile(frames, 0.5).toFixed(1)} / ${p95.toFixed(1)} ms`,
        rival: `tui-image-editor, ${beside.length} frames: ${quantile(beside, 0.5).toFixed(1)} / ${quantile(beside, 0.95).toFixed(1)} ms`,
        aim: `p95 ≤ ${maxMs} ms`,
        isMet: p95 <= maxMs,
      },
      {
        what: 'undo of a drag shows the pixels from before it, to the last one',
        ours: `${restored} of ${rounds}`,
        rival: '–',
        aim: 'all',
        isMet: restored === rounds,
      },
      {
        what: 'pixels of the exported file within one level of the canvas at 100 %, of 630,000',
        ours: `${(alike * 100).toFixed(3)} %`,
        rival: '–',
        aim: '≥ 99.9 %',
        isMet: alike >= 0.999,
      },
    ];
    return lines;
  } finally {
    await browser.close();
    await product.stop();
  }
};
