// Expands playlists into their qualities, each as a file to choose.
import type { Finds, FoundFile } from 'contract/link-visit.ts';
import { readDash } from 'engines/playlist/read-dash.ts';
import { readHls } from 'engines/playlist/read-hls.ts';
import { type Document, withFacts } from './resolver.ts';

const bytesOf = (bitsPerSecond: number, seconds: number) => Math.round((bitsPerSecond * seconds) / 8);

function listHls(playlist: Document): FoundFile[] {
  const read = readHls(playlist.text, playlist.url);
  const whole = { kind: 'video', url: playlist.url.href, type: 'm3u8', isMain: true } as const;
  if (read.kind === 'pieces') return [{ ...whole, ...withFacts({ seconds: read.seconds }) }];
  return read.qualities.map(({ url, width = 0, height = 0, bitsPerSecond }) => ({
    ...whole,
    pick: url,
    ...withFacts({ width, height, bitsPerSecond }),
  }));
}

function listDash(manifest: Document): FoundFile[] {
  const { tracks, seconds } = readDash(manifest.text, manifest.url);
  return tracks.map(({ id, kind, width = 0, height = 0, bitsPerSecond }) => ({
    kind,
    url: manifest.url.href,
    type: 'mpd' as const,
    pick: id,
    isMain: true,
    ...withFacts({ width, height, bitsPerSecond, seconds, bytes: bytesOf(bitsPerSecond, seconds) }),
  }));
}

const isManifest = ({ text }: Document) => text.trimStart().startsWith('<');

/** Whether this document is a playlist, by its first characters. */
export const isPlaylist = (document: Document): boolean =>
  /^\uFEFF?#EXTM3U/.test(document.text) ||
  /^\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[^>]{0,500}>\s*)*<(?:\w+:)?MPD[\s>]/.test(document.text.slice(0, 4096));

/** Returns the qualities of a playlist. Throws the errors of `readHls` and `readDash`. */
const listQualities = (playlist: Document): FoundFile[] =>
  isManifest(playlist) ? listDash(playlist) : listHls(playlist);

/** Returns the finds of a link that is a playlist itself. */
export function readLinkedPlaylist(playlist: Document): Finds {
  // URLSearchParams decodes invalid percent sequences without throwing.
  const lastPart = (playlist.url.pathname.split('/').at(-1) ?? '').replaceAll('+', '%2B').replaceAll('&', '%26');
  const name = new URLSearchParams(`name=${lastPart}`).get('name') ?? '';
  return {
    site: playlist.url.hostname,
    title: name.replace(/\.\w{2,5}$/, ''),
    author: '',
    files: listQualities(playlist),
  };
}

/** Replaces each playlist in the finds by its qualities; one that was not fetched is kept, one that cannot be read is dropped. */
export function expandPlaylists(finds: Finds, fetched: ReadonlyMap<string, Document>): Finds {
  const refusals: unknown[] = [];
  const files = finds.files.flatMap((file): FoundFile[] => {
    const playlist = fetched.get(file.url);
    if (!playlist) return [file];
    try {
      const { referer } = file;
      return listQualities(playlist).map(quality => ({ ...quality, ...(referer !== undefined && { referer }) }));
    } catch (refusal) {
      refusals.push(refusal);
      return [];
    }
  });
  // If everything on the page is live or protected, report that instead of "no media".
  if (files.length === 0 && refusals.length > 0) throw refusals[0];
  return { ...finds, files };
}
