// Computes the size of a page and the box of the image on it, for the run and for the page's preview.
import type { PdfOptions } from './contract.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

const pointsPerMm = 72 / 25.4;
/** Portrait, in points. */
const papers = { a4: { width: 595.276, height: 841.89 }, letter: { width: 612, height: 792 } } as const;
const margins = { none: 0, small: 7 * pointsPerMm, large: 20 * pointsPerMm } as const;
/** Maximum page length in points that PDF readers accept. */
const maxPagePoints = 14_400;

export interface Layout extends Size {
  readonly box: Size & { readonly x: number; readonly y: number };
}

/** Lays out an image of this upright size; in points, from the lower left corner. */
export function layOutPage(picture: Size, { pageSize, orientation, margin }: PdfOptions): Layout {
  const border = margins[margin];
  if (pageSize === 'picture') {
    const scale = Math.min(1, (maxPagePoints - 2 * border) / Math.max(picture.width, picture.height));
    const [width, height] = [picture.width * scale, picture.height * scale];
    return { width: width + 2 * border, height: height + 2 * border, box: { x: border, y: border, width, height } };
  }
  const paper = papers[pageSize];
  const isLandscape = orientation === 'landscape' || (orientation === 'auto' && picture.width > picture.height);
  const page = isLandscape ? { width: paper.height, height: paper.width } : paper;
  const scale = Math.min((page.width - 2 * border) / picture.width, (page.height - 2 * border) / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  return { ...page, box: { x: (page.width - width) / 2, y: (page.height - height) / 2, width, height } };
}
