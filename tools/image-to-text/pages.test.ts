// Tests documents of several pages: all of them are read, each with boxes in its own pixels and a page of its own in the PDF.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sharp } from 'engines/sharp.ts';
import { fixture } from 'engines/test-pictures.ts';
import { describe, expect, it } from 'vitest';
import { makeTestFolder, tryRun } from '../test-run.ts';
import { readOptions, writeOptions } from './contract.ts';
import { pageOfResult } from './reading.ts';
import { runs } from './run.ts';

const document = fixture('two-pages-of-text.tiff');

describe('a TIFF of two pages', () => {
  it('is read page by page, and its text can be written again', async () => {
    const { output, steps } = await tryRun(runs.read, readOptions, {}, { inputs: { imageUrl: document } });
    const first = await sharp(document).metadata();
    const second = await sharp(document, { page: 1 }).metadata();
    const parts = ['夜间模式 设置 账户安全', 'Notifications are off', '客服电话：400-820-8820 转 3', '¥59.70'];
    const places = parts.map(part => output.text!.indexOf(part));
    expect(places[0]).toBe(0);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(output.meta).toMatchObject({
      warnings: [],
      inputWidth: first.width,
      inputHeight: first.height,
      pages: [
        { width: first.width, height: first.height, turn: 0 },
        { width: second.width, height: second.height, turn: 0 },
      ],
    });
    const pages = output.boxes!.map(({ page }) => page);
    expect(pages).toEqual(pages.toSorted());
    expect(new Set(pages)).toEqual(new Set([1, 2]));
    for (const { x, y, w, h, page } of output.boxes!) {
      const { width, height } = page === 1 ? first : second;
      expect(x >= 0 && y >= 0 && x + w <= width && y + h <= height).toBe(true);
    }
    expect(steps.every(([percent], i) => percent >= (steps[i - 1]?.[0] ?? 0))).toBe(true);

    const preview = await sharp(output.inputPreviewPath!).metadata();
    expect(preview.height / preview.width).toBeCloseTo(
      (first.height + second.height) / Math.max(first.width, second.width),
      2,
    );

    const page = pageOfResult({ files: [], boxes: [...output.boxes!], meta: output.meta! });
    const last = page.paragraphs.at(-1)!;
    last.pieces[0] = { ...last.pieces[0]!, text: 'Zuletzt' };
    const again = await tryRun(runs.write, writeOptions, { page }, { inputs: { imageUrl: document } });
    const pdf = (await readFile(again.output.files.find(({ type }) => type === 'pdf')!.path)).toString('latin1');
    expect(pdf).toContain('/Count 2');
    const contents = pdf.split('BT 3 Tr').slice(1);
    expect(contents).toHaveLength(2);
    const word = Buffer.from('Zuletzt', 'utf16le').swap16().toString('hex');
    expect(contents.map(content => content.includes(word))).toEqual([false, true]);
  });

  it('whose second page is damaged is refused', async () => {
    const bytes = await readFile(document);
    const cut = join(await makeTestFolder(), 'cut.tiff');
    await writeFile(cut, bytes.subarray(0, Math.floor(bytes.length * 0.7)));
    await expect(tryRun(runs.read, readOptions, {}, { inputs: { imageUrl: cut } })).rejects.toMatchObject({
      code: 'FILE_CORRUPT',
    });
  });
});
