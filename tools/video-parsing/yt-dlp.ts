// Converts the output of yt-dlp to finds: every quality of a clip, or the images and clips of a list.
import { AppError } from 'contract/errors.ts';
import type { Finds, FoundFile } from 'contract/link-visit.ts';
import { mediaOfName } from 'contract/media.ts';
import { dig, digList, digNumber, digText } from 'engines/page/read-state.ts';
import { coverAt, withFacts } from './resolver.ts';

/** Keeps the protocol, because some hosts only support http. */
const addressOf = (text: unknown): string | undefined =>
  typeof text === 'string' && /^https?:\/\//.test(text) && URL.canParse(text) && text.length <= 8192 ? text : undefined;

const isNone = (codec: string) => codec === 'none';

function readFormat(format: unknown, seconds: number): FoundFile | undefined {
  const url = addressOf(dig(format, 'url'));
  const protocol = digText(format, 'protocol');
  // Excludes fragments that only yt-dlp itself could join, and storyboards.
  if (!url || dig(format, 'has_drm') === true || !/^(?:https?|m3u8(?:_native)?)$/.test(protocol)) return undefined;
  const [video, sound] = [digText(format, 'vcodec'), digText(format, 'acodec')];
  if (isNone(video) && isNone(sound)) return undefined;
  const kind = isNone(video) ? 'sound' : 'video';
  const type = protocol.startsWith('m3u8') ? 'm3u8' : mediaOfName(`x.${digText(format, 'ext')}`);
  const referer = addressOf(dig(format, 'http_headers', 'Referer'));
  const facts = {
    width: digNumber(format, 'width'),
    height: digNumber(format, 'height'),
    bytes: digNumber(format, 'filesize') || digNumber(format, 'filesize_approx'),
    bitsPerSecond: digNumber(format, 'tbr') * 1000,
    seconds,
  };
  return {
    kind,
    url,
    ...withFacts(facts),
    ...(type && { type }),
    ...(kind === 'video' && isNone(sound) && { isSilent: true }),
    ...(referer && { referer }),
    isMain: true,
  };
}

function readEntry(entry: unknown): FoundFile[] {
  const seconds = digNumber(entry, 'duration');
  const formats = digList(entry, 'formats');
  const found = (formats.length > 0 ? formats : [entry]).map(format => readFormat(format, seconds));
  return found.filter(file => file !== undefined);
}

/** Returns the finds. Throws LINK_LIVE, LINK_PROTECTED and LINK_WITHOUT_MEDIA. */
export function readAnswer(answer: unknown): Finds {
  if (dig(answer, 'is_live') === true) throw new AppError('LINK_LIVE');
  const entries = digList(answer, 'entries');
  const [first = answer] = entries;
  const files = (entries.length > 0 ? entries : [answer]).flatMap(readEntry);
  const all = (entries.length > 0 ? entries : [answer]).flatMap(entry => digList(entry, 'formats'));
  if (files.length === 0 && all.some(format => dig(format, 'has_drm') === true)) throw new AppError('LINK_PROTECTED');
  if (files.length === 0) throw new AppError('LINK_WITHOUT_MEDIA');
  return {
    site: digText(answer, 'extractor_key') || digText(first, 'extractor_key'),
    title: digText(answer, 'title'),
    author: digText(answer, 'uploader') || digText(first, 'uploader') || digText(answer, 'channel'),
    ...coverAt(dig(answer, 'thumbnail') ?? dig(first, 'thumbnail')),
    files,
  };
}
