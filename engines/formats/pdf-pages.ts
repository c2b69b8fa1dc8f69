// Writes a PDF of many pages with one image each, page after page, so that memory holds one image at a time.
import { type FileHandle, open } from 'node:fs/promises';
import { describeImage, type PdfObject, type PdfPicture, pictureMatrix } from './encode-pdf.ts';

export interface PicturePage {
  readonly picture: PdfPicture;
  /** Sides of the page in points. */
  readonly width: number;
  readonly height: number;
  /** Position of the upright image on the page, in points from the lower left corner. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** Drawing operators on top of the image, in points from the page's lower left corner. */
  readonly content?: string;
  /** Degrees clockwise by which readers rotate the page for display. */
  readonly turn?: number;
}

/** What the operators of all pages refer to, such as a font. */
interface PageResources {
  /** Entries of each page's /Resources. `first` is the number of the first of `objects`. */
  readonly entries: (first: number) => string;
  readonly objects: (first: number) => readonly PdfObject[];
}

const catalogObject = 1;
const pagesObject = 2;
const firstFree = 3;
const rounded = (points: number) => Number(points.toFixed(3));

class PdfFile {
  private readonly file: FileHandle;
  private readonly starts: number[] = [];
  private at = 0;

  constructor(file: FileHandle) {
    this.file = file;
  }

  async write(part: Buffer): Promise<void> {
    await this.file.writeFile(part);
    this.at += part.length;
  }

  async writeObject(number: number, dictionary: string, stream?: Buffer): Promise<void> {
    this.starts[number] = this.at;
    const length = stream ? ` /Length ${stream.length}` : '';
    await this.write(Buffer.from(`${number} 0 obj\n<< ${dictionary}${length} >>\n`));
    if (stream)
      for (const part of [Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n')]) await this.write(part);
    await this.write(Buffer.from('endobj\n'));
  }

  async writeEnd(): Promise<number> {
    const { starts, at } = this;
    const rows = starts.slice(1).map(start => `${String(start).padStart(10, '0')} 00000 n \n`);
    const table = `xref\n0 ${starts.length}\n0000000000 65535 f \n${rows.join('')}`;
    const trailer = `trailer\n<< /Size ${starts.length} /Root ${catalogObject} 0 R >>\nstartxref\n${at}\n%%EOF\n`;
    await this.write(Buffer.from(table + trailer));
    return this.at;
  }
}

/** Writes the file from pages as they arrive, at least one, and returns its size in bytes. */
export async function writePdfPages(
  path: string,
  pages: AsyncIterable<PicturePage>,
  resources?: PageResources,
): Promise<number> {
  const file = await open(path, 'w');
  try {
    const pdf = new PdfFile(file);
    await pdf.write(Buffer.from('%PDF-1.5\n%\xe2\xe3\xcf\xd3\n', 'latin1'));
    const kids: number[] = [];
    const shared = resources?.objects(firstFree) ?? [];
    for (const [i, { dictionary, stream }] of shared.entries())
      await pdf.writeObject(firstFree + i, dictionary, stream);
    const entries = resources ? ` ${resources.entries(firstFree)}` : '';
    let next = firstFree + shared.length;
    for await (const { picture, width, height, box, content: over, turn } of pages) {
      const [page, content, image, profile] = [next, next + 1, next + 2, next + 3];
      next += picture.profile ? 4 : 3;
      kids.push(page);
      const matrix = pictureMatrix(picture.orientation, box.width, box.height).map(rounded).join(' ');
      const drawing = `q 1 0 0 1 ${rounded(box.x)} ${rounded(box.y)} cm ${matrix} cm /P Do Q${over ? `\n${over}` : ''}`;
      const mediaBox = `[0 0 ${rounded(width)} ${rounded(height)}]`;
      const named = `<< /XObject << /P ${image} 0 R >>${entries} >>`;
      await pdf.writeObject(
        page,
        `/Type /Page /Parent ${pagesObject} 0 R /MediaBox ${mediaBox} ${turn ? `/Rotate ${turn} ` : ''}/Contents ${content} 0 R /Resources ${named}`,
      );
      await pdf.writeObject(content, '', Buffer.from(drawing));
      await pdf.writeObject(image, describeImage(picture, profile), picture.data);
      if (picture.profile) await pdf.writeObject(profile, `/N ${picture.channels}`, picture.profile);
    }
    await pdf.writeObject(
      pagesObject,
      `/Type /Pages /Kids [${kids.map(kid => `${kid} 0 R`).join(' ')}] /Count ${kids.length}`,
    );
    await pdf.writeObject(catalogObject, `/Type /Catalog /Pages ${pagesObject} 0 R`);
    return await pdf.writeEnd();
  } finally {
    await file.close();
  }
}
