// QR codes of artworks. The encoder is fetched with the first one, as fonts are with the first text.
import type { Layer, QrLayer } from 'contract/artwork/artwork.ts';

interface QrOutline {
  readonly path: string;
  /** With its quiet zone, in modules. */
  readonly side: number;
}

type Encode = typeof import('uqr').encode;

let encode: Encode | undefined;
const known = new Map<string, QrOutline>();
const mostKnown = 50;

/** Undefined before `loadQrOf` has resolved. */
export function outlineQr(text: string): QrOutline | undefined {
  const found = known.get(text);
  if (found || !encode) return found;
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  // A run of dark modules is one box, so that no hairline shows between them.
  const path = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      return [`M${x} ${y}H${end < 0 ? row.length : end}V${y + 1}H${x}Z`];
    }),
  );
  const outline = { path: path.join(''), side: size };
  if (known.size >= mostKnown) known.clear();
  known.set(text, outline);
  return outline;
}

const isQr = (layer: Layer): layer is QrLayer => layer.type === 'qr';

/** Resolves with whether codes can be drawn now that could not before. Rejects where the network is away. */
export async function loadQrOf(layers: readonly Layer[]): Promise<boolean> {
  if (encode || !layers.some(isQr)) return false;
  ({ encode } = await import('uqr'));
  return true;
}
