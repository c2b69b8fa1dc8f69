// For tests: text drawn on a page with the font that ships with the product.
import { createRequire } from 'node:module';
import type { Pixels } from '../pixels/plane.ts';
import { sharp } from '../sharp.ts';

const fontFile = createRequire(import.meta.url).resolve(
  '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
);

interface Placed {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Height of the letters in pixels; 24 by default. */
  readonly size?: number;
  /** Width in pixels after which lines break. */
  readonly width?: number;
  /** Pixels between lines in addition to the font's own; negative values bring lines closer. */
  readonly spacing?: number;
}

interface Page {
  readonly width: number;
  readonly height: number;
  readonly ink?: string;
  readonly paper?: string;
}

async function drawText({ text, size = 24, width, spacing = 6 }: Placed, ink: string): Promise<Buffer> {
  const shape = { font: `Noto Sans SC ${size}`, fontfile: fontFile, dpi: 72, rgba: true, spacing };
  const markup = `<span foreground="${ink}">${text}</span>`;
  return sharp({ text: { text: markup, ...shape, ...(width && { width, wrap: 'word-char' as const }) } })
    .png()
    .toBuffer();
}

/** Returns a PNG of the page. */
export async function drawPage(
  { width, height, ink = '#202020', paper = '#ffffff' }: Page,
  parts: readonly Placed[],
): Promise<Buffer> {
  const layers = await Promise.all(
    parts.map(async part => ({ input: await drawText(part, ink), left: part.x, top: part.y })),
  );
  return sharp({ create: { width, height, channels: 3, background: paper } })
    .composite(layers)
    .png()
    .toBuffer();
}

/** Decodes a page, rotated clockwise by degrees. */
export async function toPixels(page: Buffer, turn = 0): Promise<Pixels> {
  const turned = sharp(page).rotate(turn, { background: '#ffffff' }).removeAlpha();
  const { data, info } = await turned.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** A page of three lines, the second of which is blurred until no letter can be read. */
export async function drawPageWithSmudge(): Promise<Buffer> {
  const page = await drawPage({ width: 520, height: 190 }, [
    { text: 'Boats come in with the tide', x: 30, y: 24 },
    { text: 'and gulls follow them in circles', x: 30, y: 74 },
    { text: '图书馆每周二至周日开放', x: 30, y: 130, size: 20 },
  ]);
  const smudge = await sharp(page).extract({ left: 0, top: 62, width: 520, height: 56 }).blur(4).png().toBuffer();
  return sharp(page)
    .composite([{ input: smudge, left: 0, top: 62 }])
    .png()
    .toBuffer();
}
