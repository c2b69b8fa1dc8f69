// For tests: PDFs with form fields, signatures and annotations, one page each.

/** An annotation of the page: the entries of its dictionary, and the content of its appearance. */
export interface Annotation {
  readonly entries: string;
  /** Content streams by state; `''` is the only state of an annotation without states. */
  readonly appearances?: Readonly<Record<string, string>>;
  /** Width and height of the appearances in points. */
  readonly box?: readonly [number, number];
}

interface FormPage {
  readonly annotations: readonly Annotation[];
  /** Width and height in points. */
  readonly size?: readonly [number, number];
  /** Entries of the page's dictionary, such as `/Rotate 90`. */
  readonly pageEntries?: string;
  /** The content of the page below the annotations. */
  readonly content?: string;
  /** The document declares no interactive form, as files signed by some programs. */
  readonly isWithoutForm?: boolean;
  /** The appearances in the file are drawn. Otherwise the form asks readers to make them from the values. */
  readonly drawsOwnFields?: boolean;
}

const fontObject = 5;
const firstAnnotation = 6;

/** Makes the objects of the annotations: all dictionaries first, then their appearances. */
function makeAnnotations(annotations: readonly Annotation[]): string[] {
  const appearances: string[] = [];
  const dictionaries = annotations.map(({ entries, appearances: states = {}, box = [100, 40] }) => {
    const references = Object.entries(states).map(([state, content]) => {
      const resources = `/Resources << /Font << /Helv ${fontObject} 0 R >> >>`;
      appearances.push(
        `<< /Type /XObject /Subtype /Form /BBox [0 0 ${box[0]} ${box[1]}] ${resources} /Length ${content.length} >>\nstream\n${content}\nendstream`,
      );
      const number = firstAnnotation + annotations.length + appearances.length - 1;
      return state === '' ? `${number} 0 R` : `/${state} ${number} 0 R`;
    });
    const isSingle = Object.hasOwn(states, '');
    const normal = references.length === 0 ? '' : isSingle ? references[0] : `<< ${references.join(' ')} >>`;
    return `<< /Type /Annot ${entries} ${normal && `/AP << /N ${normal} >>`} >>`;
  });
  return [...dictionaries, ...appearances];
}

/** Makes a document of one page with these annotations. */
export function makeFormPdf(page: FormPage): Buffer {
  const {
    annotations,
    size = [300, 100],
    pageEntries = '',
    content = '',
    isWithoutForm = false,
    drawsOwnFields = false,
  } = page;
  const references = annotations.map((_, i) => `${firstAnnotation + i} 0 R`).join(' ');
  const form = `/AcroForm << /Fields [${references}] /DA (/Helv 0 Tf 0 g) /DR << /Font << /Helv ${fontObject} 0 R >> >> /NeedAppearances ${!drawsOwnFields} >>`;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${isWithoutForm ? '' : form} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size[0]} ${size[1]}] ${pageEntries} /Contents 4 0 R /Resources << >> /Annots [${references}] >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...makeAnnotations(annotations),
  ];
  let file = '%PDF-1.7\n';
  const starts = objects.map((object, i) => {
    const start = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return start;
  });
  const rows = starts.map(start => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R >>\n`;
  return Buffer.from(`${file}${table}startxref\n${file.length}\n%%EOF\n`, 'latin1');
}
