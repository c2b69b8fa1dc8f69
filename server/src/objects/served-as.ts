// How an object is served: its content type and whether a browser may show it, from the extension of its key alone.
import { media, mediaOfName } from 'contract/media.ts';
import { keyExtension } from './names.ts';

/** An object never changes, but it is deleted: no proxy may cache it, and a browser for a day at most. */
export const objectCaching = 'private, max-age=86400, immutable';

export interface ServedAs {
  readonly contentType: string;
  /** Whether a browser may show it in a page; every other object is only saved. */
  readonly isShown: boolean;
}

// An SVG is a document that can run scripts, and so could be any type that is not in the table.
const shownKinds: readonly string[] = ['picture', 'video', 'sound'];

/** HTML and similar types are not in the table, so they are served as bytes to be saved. */
export function servedAs(key: string): ServedAs {
  const name = mediaOfName(`x.${keyExtension(key)}`);
  if (name === null) return { contentType: 'application/octet-stream', isShown: false };
  const isShown = name !== 'svg' && (shownKinds.includes(media[name].kind) || name === 'pdf');
  return { contentType: media[name].contentType, isShown };
}
