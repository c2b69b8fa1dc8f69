// How an object is served: its content type and whether a browser may display it, determined by the extension of its key.
import { media, mediaOfName } from 'contract/media.ts';
import { keyExtension } from './objects-names.ts';

/** An object never changes, but it is deleted eventually: no proxy may cache it, and a browser only for a day. */
export const objectCaching = 'private, max-age=86400, immutable';

export interface ServedAs {
  readonly contentType: string;
  /** Whether a browser may display it in a page; every other object is only offered for download. */
  readonly isShown: boolean;
}

// An SVG is a document that can run scripts, and so could be any type that is not in the table.
const shownKinds: readonly string[] = ['picture', 'video', 'sound'];

/** HTML and similar types are not in the table, so they are served as plain bytes to download. */
export function servedAs(key: string): ServedAs {
  const name = mediaOfName(`x.${keyExtension(key)}`);
  if (name === null) return { contentType: 'application/octet-stream', isShown: false };
  const isShown = name !== 'svg' && (shownKinds.includes(media[name].kind) || name === 'pdf');
  return { contentType: media[name].contentType, isShown };
}
