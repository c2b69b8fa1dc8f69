// The type of a file before it is sent. Only types that some tool opens are stored, so this server never hosts programs or pages of others.
import { AppError } from 'contract/errors.ts';
import { type MediaName, media, mediaOfContentType, mediaOfName, takesPlaylists } from 'contract/media.ts';
import type { ToolContract } from 'contract/tool.ts';

export interface UploadTypes {
  readonly accepted: ReadonlySet<MediaName>;
  /** The same for people. */
  readonly names: string;
}

/** The types that these tools open. */
export function typesOpenedBy(tools: readonly Pick<ToolContract, 'calls' | 'opens'>[]): UploadTypes {
  const accepted: ReadonlySet<MediaName> = new Set(
    tools.flatMap(({ calls, opens }) => [
      ...(opens?.accept ?? []),
      ...calls.flatMap(({ inputs }) =>
        inputs
          .filter(({ isMade }) => !isMade)
          .flatMap(({ accept }) => [...accept, ...(takesPlaylists(accept) ? ['m3u8' as const] : [])]),
      ),
    ]),
  );
  const names = (Object.keys(media) as MediaName[])
    .filter(name => accepted.has(name))
    .map(name => media[name].extensions[0].toUpperCase())
    .join(', ');
  return { accepted, names };
}

/**
 * Content types that say nothing about a file of ours: browsers send them for extensions that the operating system does not know. Those of an
 * unknown picture, clip or sound are as vague.
 */
const vague =
  /^(?:$|(?:[\w-]*application|binary)\/(?:octet-stream|(?:x-)?binary|xml)$|text\/(?:plain|xml)$|(?:image|video|audio)\/)/;

/**
 * The type that a file claims: that of its content type, or of its name where the content type is vague. Its bytes are judged once they are
 * here. Throws TYPE_UNSUPPORTED, or PLAYLIST_UPLOADED for a playlist that never names its host.
 */
export function typeOfUpload(
  { accepted, names }: UploadTypes,
  { fileName, contentType }: { fileName: string; contentType: string },
): MediaName {
  const claimed = mediaOfContentType(contentType);
  const [plain = ''] = contentType.toLowerCase().split(';');
  const isClear = claimed !== null && accepted.has(claimed);
  const type = !isClear && vague.test(plain.trim()) ? mediaOfName(fileName) : claimed;
  if (type === 'mpd') throw new AppError('PLAYLIST_UPLOADED');
  if (type === null || !accepted.has(type)) throw new AppError('TYPE_UNSUPPORTED', { accepted: names, found: type });
  return type;
}
