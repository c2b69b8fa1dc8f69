// Writes a single-page PDF filled by one JPEG (ISO 32000-1).

/** Sizes in pixels; the page is sized at 96 dpi. */
export function writePdf(jpeg: Uint8Array<ArrayBuffer>, width: number, height: number): Blob {
  const points = (pixels: number) => ((pixels * 72) / 96).toFixed(2);
  const [wide, high] = [points(width), points(height)];
  const drawing = `q ${wide} 0 0 ${high} 0 0 cm /Im0 Do Q`;
  const parts: (string | Uint8Array<ArrayBuffer>)[] = ['%PDF-1.4\n'];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  const add = (part: string | Uint8Array<ArrayBuffer>) => {
    parts.push(part);
    length += part.length;
  };
  const begin = (body: string) => {
    offsets.push(length);
    add(`${offsets.length} 0 obj\n${body}`);
  };
  begin('<< /Type /Catalog /Pages 2 0 R >>\nendobj\n');
  begin('<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n');
  begin(
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${wide} ${high}] /Resources << /XObject << /Im0 5 0 R >> >> /Contents 4 0 R >>\nendobj\n`,
  );
  begin(`<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream\nendobj\n`);
  begin(
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n`,
  );
  add(jpeg);
  add('\nendstream\nendobj\n');
  const start = length;
  const rows = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  add(`xref\n0 6\n0000000000 65535 f \n${rows}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  return new Blob(parts, { type: 'application/pdf' });
}
