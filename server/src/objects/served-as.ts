// How an object goes out: its content type and whether a browser may show it, from the extension of its key alone.
import { media, mediaOfName } from 'contract/media.ts';
import { keyExtension } from './names.ts';

/** An object never changes, but it is deleted: nobody between the server and its reader may keep it, and the reader for a day at most. */
export const objectCaching = 'private, max-age=86400, immutable';

export interface ServedAs {
  readonly contentType: string;
  /** Whether a browser may show it in a page of ours; everything else is only ever saved. */
  readonly isShown: boolean;
}

// An SVG is a document that can run scripts. Anything that is not in the table could be one too.
const shownKinds: readonly string[] = ['picture', 'video', 'audio'];

/** HTML and its like are in no table of ours, so they come out as bytes to be saved. */
export function servedAs(key: string): ServedAs {
  const name = mediaOfName(`x.${keyExtension(key)}`);
  if (name === null) return { contentType: 'application/octet-stream', isShown: false };
  const isShown = name !== 'svg' && (shownKinds.includes(media[name].kind) || name === 'pdf');
  return { contentType: media[name].contentType, isShown };
}
