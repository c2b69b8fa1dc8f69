// Probes a clip or sound file with ffprobe: duration, streams, and the displayed size.
import { dirname } from 'node:path';
import { maxFramePixels } from 'contract/clip/formats.ts';
import { steadyRate } from 'contract/clip/plan.ts';
import { AppError } from 'contract/errors.ts';
import { type Chapter, type FileFacts, fileTags, type StreamFacts, trackRoles } from 'contract/facts.ts';
import type { MediaName } from 'contract/media.ts';
import { readContainerCode } from 'contract/subtitles/languages.ts';
import { z } from 'zod';
import { type ClipFile, openArguments } from './open-arguments.ts';
import { measureSeconds, runFfprobe } from './run-ffmpeg.ts';
import { checkStructure } from './structure/check-structure.ts';

/** Streams beyond this number are not reported; no player offers that many. */
const maxStreams = 32;
/** Sound encoders write up to this many seconds before the first sample, which players skip. */
const primingSeconds = 0.1;
/** Minimum time in seconds between the last packet and the declared end for the end to count as missing. */
const missingSeconds = 2.5;

/** ffprobe prints numbers as text, and unknown ones as "N/A" or not at all. */
const numberText = z.coerce.number().nonnegative().optional().catch(undefined);
const timeText = z.coerce.number().optional().catch(undefined);
const tagsSchema = z.record(z.string(), z.string()).optional().catch(undefined);
const streamSchema = z.object({
  index: z.number(),
  codec_type: z.string().catch('other'),
  codec_name: z.string().catch('unknown'),
  codec_tag_string: z.string().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  sample_aspect_ratio: z.string().optional(),
  pix_fmt: z.string().optional(),
  field_order: z.string().optional(),
  color_space: z.string().optional(),
  color_primaries: z.string().optional(),
  color_transfer: z.string().optional(),
  r_frame_rate: z.string().optional(),
  avg_frame_rate: z.string().optional(),
  duration: numberText,
  duration_ts: numberText,
  nb_frames: numberText,
  bit_rate: numberText,
  sample_rate: numberText,
  channels: z.number().optional(),
  channel_layout: z.string().optional(),
  disposition: z.record(z.string(), z.number()).optional(),
  tags: tagsSchema,
  side_data_list: z.array(z.object({ rotation: z.number().optional() })).optional(),
});
type ProbedStream = z.output<typeof streamSchema>;
const answerSchema = z.object({
  packets: z.array(z.object({ stream_index: z.number(), flags: z.string().catch(''), pts_time: timeText })).default([]),
  streams: z.array(streamSchema).default([]),
  chapters: z.array(z.object({ start_time: timeText, end_time: timeText, tags: tagsSchema })).default([]),
  format: z
    .object({ duration: numberText, start_time: timeText, bit_rate: numberText, tags: tagsSchema })
    .default({ duration: undefined, start_time: undefined, bit_rate: undefined, tags: undefined }),
});

/** Parses "30000/1001"; 0 for "0/0" or if absent. */
function readRatio(text = '', separator = '/'): number {
  const [above = 0, below = 0] = text.split(separator).map(Number);
  return above > 0 && below > 0 ? above / below : 0;
}

/** Clockwise rotation as players apply it; ffprobe reports the display matrix's counter-clockwise angle. */
function readTurn({ side_data_list: sideData = [] }: ProbedStream): 0 | 90 | 180 | 270 {
  const rotation = sideData.find(data => data.rotation !== undefined)?.rotation ?? 0;
  const quarters = ((Math.round(-rotation / 90) % 4) + 4) % 4;
  return ([0, 90, 180, 270] as const)[quarters] ?? 0;
}

/** Whether the mean and the nominal frame rate differ by more than rounding. */
const differs = (mean: number, smallest: number) => mean > 0 && smallest > 0 && Math.abs(smallest / mean - 1) > 0.02;

/** The highest sample rate of studio recordings. */
const maxHertz = 384_000;

/** The kind of a stream. Streams of unknown content or with implausible rates cannot be processed. */
function kindOf({ codec_type: type, disposition, width, height, channels, sample_rate: hertz = 0 }: ProbedStream) {
  const isCover = disposition?.attached_pic === 1;
  if (type === 'video') return width && height && !isCover ? 'video' : 'other';
  if (type === 'audio') return channels && hertz > 0 && hertz <= maxHertz ? 'sound' : 'other';
  return type === 'subtitle' ? 'subtitle' : 'other';
}

/** What a stream that cannot be played holds. */
function holdsOf({ codec_type: type, codec_name: codec, codec_tag_string: tag, disposition }: ProbedStream) {
  if (type === 'video' && disposition?.attached_pic === 1) return 'cover';
  if (type === 'attachment') return /^(ttf|otf)$/.test(codec) ? 'font' : 'attachment';
  // QuickTime stores the titles of chapters as a text track.
  return type === 'data' && codec === 'bin_data' && tag === 'text' ? 'chapters' : 'data';
}

/** Longest title that is read. */
const maxTitle = 200;

/** A text in one line without control characters, e.g. a title; undefined if nothing is left. */
function cleanLabel(text = ''): string | undefined {
  const plain = text
    .slice(0, maxTitle * 4)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/\p{Cs}/gu, '')
    .trim();
  return plain === '' ? undefined : plain.slice(0, maxTitle).replace(/[\ud800-\udbff]$/, '');
}

/** Names that programs write into every track. */
const usualNames =
  /handler|core media|iso media|mainconcept|gpac|^(video|sound|audio|subtitle|stereo|mono|surround)s?$/i;

/** The title of a track. MP4 has none that all players read; programs write it where the handler's name belongs. */
function readTitle({ tags: { title, TITLE, handler_name: handler = '' } = {} }: ProbedStream): string | undefined {
  return cleanLabel(title ?? TITLE ?? (usualNames.test(handler) ? '' : handler));
}

/** For a video that does not say its matrix, players assume BT.709 from this height on, and BT.601 below. */
const minHdHeight = 720;

/** RGB has no matrix; ffmpeg converts it by BT.601. */
function assumeMatrix({ color_space: matrix = 'unknown', pix_fmt: pixels = '', height = 0 }: ProbedStream) {
  if (/rgb|bgr|gbr|pal8|mono/.test(pixels)) return 'smpte170m';
  if (!/^(unknown|reserved)$/.test(matrix)) return undefined;
  return height >= minHdHeight ? 'bt709' : 'smpte170m';
}

/** Matroska's AlphaMode, which ffmpeg also writes as a tag in capitals. */
const hasAlpha = ({ codec_name: codec, tags = {} }: ProbedStream) =>
  /^vp[89]$/.test(codec) && (tags.alpha_mode ?? tags.ALPHA_MODE) === '1';

/** Digital tape is interlaced as a rule. Only its frames say whether they are; containers often name it progressive. */
const isInterlaced = ({ codec_name: codec, field_order: order = '' }: ProbedStream) =>
  codec === 'dvvideo' || /^(tt|bb|tb|bt)$/.test(order);

interface FirstPackets {
  /** The streams whose first packets are not shown. */
  readonly hidden: ReadonlySet<number>;
  /** The streams whose packets all have the same time. */
  readonly untimed: ReadonlySet<number>;
}

function describeStream(stream: ProbedStream, { hidden, untimed }: FirstPackets): StreamFacts {
  const kind = kindOf(stream);
  const mean = readRatio(stream.avg_frame_rate);
  const smallest = readRatio(stream.r_frame_rate);
  const assumedMatrix = assumeMatrix(stream);
  const isHdr = /^(smpte2084|arib-std-b67)$/.test(stream.color_transfer ?? '');
  const roles = trackRoles.filter(role => stream.disposition?.[role] === 1);
  const language = readContainerCode(stream.tags?.language ?? stream.tags?.LANGUAGE ?? '');
  const title = readTitle(stream);
  const layout = stream.channel_layout?.slice(0, 60);
  return {
    kind,
    codec: stream.codec_name,
    index: stream.index,
    ...(stream.disposition?.default === 1 && { isDefault: true }),
    ...(roles.length > 0 && { roles }),
    ...(kind !== 'other' && language && { language }),
    ...(kind !== 'other' && title && { title }),
    ...(kind === 'other' && { holds: holdsOf(stream) }),
    ...(stream.bit_rate && { bitsPerSecond: Math.round(stream.bit_rate) }),
    ...(hidden.has(stream.index) && { hasHiddenStart: true }),
    ...(kind === 'video' && {
      ...(stream.pix_fmt && { pixelFormat: stream.pix_fmt }),
      turn: readTurn(stream),
      framesPerSecond: Math.round((mean || smallest) * 1000) / 1000,
      isVariable: differs(mean, smallest),
      ...(untimed.has(stream.index) && { isUntimed: true }),
      isHdr,
      ...(isHdr && !(stream.color_space && stream.color_primaries) && { lacksHdrColours: true }),
      ...(!isHdr && assumedMatrix && { assumedMatrix }),
      ...(hasAlpha(stream) && { hasAlpha: true }),
      isInterlaced: isInterlaced(stream),
    }),
    ...(kind === 'sound' && {
      ...(stream.channels && { channels: stream.channels }),
      ...(stream.sample_rate && { hertz: Math.round(stream.sample_rate) }),
      ...(layout && layout !== 'unknown' && { layout }),
    }),
  };
}

/** Pixel aspect ratios beyond this do not occur in real films; headers that claim them are ignored. */
const widestPixel = 8;

/** Displayed width and height: pixels may not be square, and phones store rotated video. */
function readSize(stream: ProbedStream): { width: number; height: number } {
  const claimed = readRatio(stream.sample_aspect_ratio, ':') || 1;
  const aspect = Math.max(claimed, 1 / claimed) > widestPixel ? 1 : claimed;
  const width = Math.max(1, Math.round((stream.width ?? 0) * aspect));
  const height = stream.height ?? 0;
  return readTurn(stream) % 180 === 0 ? { width, height } : { width: height, height: width };
}

export type ProbedClip = Pick<
  FileFacts,
  'seconds' | 'streams' | 'width' | 'height' | 'isDamaged' | 'chapters' | 'tags'
>;

/** Chapters beyond this number are not reported. */
const maxChapters = 500;

function readChapters({ chapters }: z.output<typeof answerSchema>): Chapter[] {
  return chapters.slice(0, maxChapters).flatMap(({ start_time: start, end_time: end, tags }) => {
    const title = cleanLabel(tags?.title ?? tags?.TITLE);
    return start === undefined || end === undefined ? [] : [{ start, end, ...(title && { title }) }];
  });
}

function readFileTags({ format: { tags = {} } }: z.output<typeof answerSchema>): FileFacts['tags'] {
  const found = fileTags.flatMap(name => {
    const text = cleanLabel(tags[name] ?? tags[name.toUpperCase()]);
    return text ? [[name, text]] : [];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

/**
 * Whether the header declares many more frames than the file contains. For a truncated AVI, the demuxer reports the remaining duration; for other
 * files, the declared one.
 */
const isTruncatedAvi = ({ nb_frames: frames = 0, r_frame_rate: rate }: ProbedStream, seconds: number): boolean =>
  frames / (readRatio(rate) || Number.POSITIVE_INFINITY) > seconds * 1.1 + missingSeconds;

/** Recorders that write in fragments set all bits of a length that they do not know (ISO 14496-12, 8.4.2). ffprobe reports it as 27 hours. */
const unknownTicks = 0xffff_ffff;

/**
 * Containers whose declared duration may be the time at which they end. ffmpeg moves the first frame to zero, so nothing would be found in as many
 * seconds before the end as the first frame is late.
 */
const measuredWhenLate: readonly MediaName[] = ['mkv', 'webm', 'mp4', 'mov', '3gp', 'm4a'];
/** Less is the priming of a sound, or a first frame that is shown a little later. */
const minLateSeconds = 0.5;

type Packet = z.output<typeof answerSchema>['packets'][number];

/** The containers with edit lists. */
const editedTypes: readonly string[] = ['mp4', 'mov', '3gp'];
/** The containers in which video without times was found. */
const untimedTypes: readonly string[] = ['mkv', 'webm', 'flv'];
/** As many packets with the same time are no burst of a recorder. */
const minUntimed = 8;

function lookAtPackets(packets: readonly Packet[], type: ClipFile['type']): FirstPackets {
  // The flag D marks packets that are decoded but not shown.
  const isHidden = ({ flags, pts_time: at = 0 }: Packet) => flags.includes('D') && at < -primingSeconds;
  const hidden = editedTypes.includes(type) ? packets.filter(isHidden).map(packet => packet.stream_index) : [];
  const byStream = untimedTypes.includes(type) ? Map.groupBy(packets, packet => packet.stream_index) : new Map();
  const untimed = [...byStream].flatMap(([stream, own]: [number, Packet[]]) =>
    own.length >= minUntimed && new Set(own.map(packet => packet.pts_time)).size === 1 ? [stream] : [],
  );
  return { hidden: new Set(hidden), untimed: new Set(untimed) };
}

/** Facts from ffprobe's format and stream output. Throws FILE_CORRUPT. */
function readProbe(printed: unknown, type: ClipFile['type']): ProbedClip {
  const answer = answerSchema.safeParse(printed);
  if (!answer.success) throw new AppError('FILE_CORRUPT', null, { cause: answer.error });
  const { streams, format, packets } = answer.data;
  const first = lookAtPackets(packets, type);
  const described = streams.slice(0, maxStreams).map(stream => describeStream(stream, first));
  const picture = streams.find((_, at) => described[at]?.kind === 'video');
  const lengths = streams.flatMap(stream => stream.duration ?? []);
  const isLate = measuredWhenLate.includes(type) && (format.start_time ?? 0) > minLateSeconds;
  const isUnknown = isLate || streams.some(stream => stream.duration_ts === unknownTicks);
  const seconds = isUnknown ? undefined : (format.duration ?? (lengths.length > 0 ? Math.max(...lengths) : undefined));
  const chapters = readChapters(answer.data);
  const tags = readFileTags(answer.data);
  return {
    ...(seconds !== undefined && { seconds }),
    ...(picture?.width && picture.height && readSize(picture)),
    ...(type === 'avi' && picture && seconds && isTruncatedAvi(picture, seconds) && { isDamaged: true }),
    streams: described,
    ...(chapters.length > 0 && { chapters }),
    ...(tags && { tags }),
  };
}

const mainTrack = ({ streams = [] }: Pick<ProbedClip, 'streams'>) =>
  streams.find(({ kind }) => kind === 'video') ?? streams.find(({ kind }) => kind === 'sound');

const mainTracks = ({ streams = [] }: Pick<ProbedClip, 'streams'>) =>
  (['video', 'sound'] as const).flatMap(kind => streams.find(one => one.kind === kind)?.index ?? []);

/** Enough packets at the start of the file to include hidden ones of each main track, or to tell that times stand still. */
function askPackets(type: ClipFile['type']): string[] {
  const count = editedTypes.includes(type) ? 500 : untimedTypes.includes(type) ? 60 : 0;
  return count > 0 ? ['-read_intervals', `%+#${count}`, '-show_entries', 'packet=stream_index,flags,pts_time'] : [];
}

const bothCases = (names: readonly string[]) => names.flatMap(name => [name, name.toUpperCase()]).join(',');

const shown = [
  'format=duration,start_time,bit_rate',
  `format_tags=${bothCases(fileTags)}`,
  'chapter=start_time,end_time',
  `chapter_tags=${bothCases(['title'])}`,
  'stream=index,codec_type,codec_name,codec_tag_string,width,height,sample_aspect_ratio,pix_fmt,field_order',
  'stream=color_space,color_primaries,color_transfer',
  'stream=r_frame_rate,avg_frame_rate,duration,duration_ts,nb_frames,bit_rate,sample_rate,channels,channel_layout',
  `stream_disposition=default,attached_pic,${trackRoles.join(',')}`,
  `stream_tags=${bothCases(['alpha_mode', 'language', 'title'])},handler_name`,
  'stream_side_data=rotation',
].join(':');

/**
 * Types without a declared duration: ffprobe estimates one from the first frames' bitrate, or takes the difference of the first and last timestamps,
 * which restart where recordings were joined.
 */
const undeclaredTypes: readonly string[] = ['aac', 'mp3', 'ts', 'mpg'];

const countSchema = z.object({ streams: z.array(z.object({ nb_read_packets: numberText })).default([]) });

/** The duration of a video without times, by its number of frames. */
async function countSeconds(file: ClipFile, stream: StreamFacts): Promise<number> {
  const asked = ['-count_packets', '-select_streams', String(stream.index), '-show_entries', 'stream=nb_read_packets'];
  const { streams } = countSchema.parse(await runFfprobe([...asked, ...openArguments(file)], dirname(file.path)));
  return (streams[0]?.nb_read_packets ?? 0) / steadyRate(stream);
}

/** Facts about a clip. Throws CLIP_TOO_COMPLEX before ffprobe is started, FILE_CORRUPT when it cannot be opened, and PIXELS_TOO_MANY. */
export async function probeClip(file: ClipFile): Promise<ProbedClip> {
  checkStructure(file);
  const folder = dirname(file.path);
  const asked = ['-show_entries', shown, ...askPackets(file.type)];
  const facts = readProbe(await runFfprobe([...asked, ...openArguments(file)], folder), file.type);
  const { width = 0, height = 0 } = facts;
  if (width * height > maxFramePixels) {
    const [megapixels, maxMegapixels] = [Math.ceil((width * height) / 1e6), maxFramePixels / 1e6];
    throw new AppError('PIXELS_TOO_MANY', { megapixels, maxMegapixels });
  }
  const tracks = mainTracks(facts);
  const untimed = mainTrack(facts);
  if (untimed?.isUntimed) return { ...facts, seconds: Math.max(facts.seconds ?? 0, await countSeconds(file, untimed)) };
  // Browsers write a recording's header before its duration is known.
  if (tracks.length === 0 || (facts.seconds && !undeclaredTypes.includes(file.type))) return facts;
  const seconds = await measureSeconds(openArguments(file), tracks, folder);
  return seconds === undefined ? facts : { ...facts, seconds };
}

const packetsSchema = z.object({ packets: z.array(z.object({ pts_time: numberText })).default([]) });

/**
 * The measured duration of a clip that continues beyond its declared end; undefined if the header is correct. Prices and limits depend on the
 * duration, and processing does not stop at the declared end.
 */
export async function findHiddenSeconds(
  file: ClipFile,
  { seconds, streams = [] }: ProbedClip,
): Promise<number | undefined> {
  const tracks = mainTracks({ streams });
  if (seconds === undefined || tracks.length === 0 || undeclaredTypes.includes(file.type)) return undefined;
  const counted = await measureSeconds(openArguments(file), tracks, dirname(file.path));
  return counted !== undefined && counted > seconds * 1.1 + missingSeconds ? counted : undefined;
}

/** Whether the end that the header declares is missing, because nothing can be read there. */
export async function lacksEnd(file: ClipFile, { seconds = 0, streams = [] }: ProbedClip): Promise<boolean> {
  const track = mainTrack({ streams });
  if (!track || seconds < missingSeconds * 2 || undeclaredTypes.includes(file.type)) return false;
  const from = (seconds - missingSeconds).toFixed(2);
  // One packet is enough: a file may hold millions of empty ones.
  const interval = ['-select_streams', String(track.index), '-read_intervals', `${from}%+#1`];
  const args = [...interval, '-show_entries', 'packet=pts_time', ...openArguments(file)];
  const printed = await runFfprobe(args, dirname(file.path)).catch(() => ({}));
  return packetsSchema.parse(printed).packets.length === 0;
}
