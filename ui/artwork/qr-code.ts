// QR codes of artworks. The encoder is loaded with the first code, like fonts with the first text.
import type { Layer, QrLayer } from 'contract/artwork/artwork.ts';

interface QrOutline {
  readonly path: string;
  /** Including its quiet zone, in modules. */
  readonly side: number;
}

type Encode = typeof import('uqr').encode;

let encode: Encode | undefined;
const known = new Map<string, QrOutline>();
const maxKnown = 50;

/** Returns undefined until `loadQrOf` has resolved. */
export function outlineQr(text: string): QrOutline | undefined {
  const found = known.get(text);
  if (found || !encode) return found;
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  // A run of dark modules becomes one rectangle, so that no hairlines show between them.
  const path = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      return [`M${x} ${y}H${end < 0 ? row.length : end}V${y + 1}H${x}Z`];
    }),
  );
  const outline = { path: path.join(''), side: size };
  if (known.size >= maxKnown) known.clear();
  known.set(text, outline);
  return outline;
}

const isQr = (layer: Layer): layer is QrLayer => layer.type === 'qr';

/** Resolves with whether the encoder was newly loaded. Rejects if the network is unavailable. */
export async function loadQrOf(layers: readonly Layer[]): Promise<boolean> {
  if (encode || !layers.some(isQr)) return false;
  ({ encode } = await import('uqr'));
  return true;
}
