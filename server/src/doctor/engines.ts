// Looks at the programs and networks that tools need: ffmpeg with its filters and encoders, networks set by file, speech, yt-dlp.

import { findFfmpeg } from 'engines/video/find-ffmpeg.ts';
import { findLacks } from 'engines/video/find-lacks.ts';
import { findYtDlp } from 'engines/yt-dlp/find-yt-dlp.ts';
import type { Config } from '../config.ts';
import { asFindings, type Finding, hint, ok, warning } from './finding.ts';
import { findSpeechEngine, remarksOnSpeech, remarksOnVideo } from './remarks.ts';

async function lookAtFfmpeg({ searchPath }: Config): Promise<Finding[]> {
  const ffmpeg = await findFfmpeg(searchPath);
  if (!ffmpeg.isThere) return asFindings('warning', 'ffmpeg', remarksOnVideo(ffmpeg));
  const lacks = await findLacks(searchPath);
  const mend = 'Install the ffmpeg of your system, which has it, or set FFMPEG_PATH to a full build.';
  return [
    ok('ffmpeg', `${ffmpeg.version}.`),
    ...lacks.map(({ name, without }) => warning('ffmpeg', `it was built without ${name}: ${without}.`, mend)),
  ];
}

async function lookAtSpeech(config: Config): Promise<Finding[]> {
  const engine = await findSpeechEngine(config);
  const remarks = asFindings('hint', 'Speech', remarksOnSpeech(engine));
  return remarks.length > 0
    ? remarks
    : [ok('Speech', engine === 'server' ? 'by the server at SPEECH_URL.' : 'by a model file.')];
}

const networks = [
  ['text', 'TEXT', 'Text in images', 'Run "npm run models add pp-ocrv6-small", or set TEXT.'],
  ['inpaint', 'INPAINT', 'Filling', 'Run "npm run models add lama", or set INPAINT.'],
  ['matte', 'MATTE', 'Cutout', 'Run "npm run models add isnet-general", or set MATTE.'],
] as const;

const lookAtNetworks = ({ models }: Config): Finding[] =>
  networks.map(([engine, name, what, mend]) =>
    models[engine] === undefined
      ? hint(name, `${what}: it uses what ships with the product; a larger network does better.`, mend)
      : ok(name, `${models[engine]}.`),
  );

/** Sites change their pages, and a reader that is a year old fails at many of them. */
const staleDays = 180;

export function judgeYtDlp(version: string | undefined, now: Date): Finding {
  if (version === undefined)
    return hint(
      'yt-dlp',
      'it is not installed: links are read by our own readers alone.',
      'Install yt-dlp, or set YT_DLP_PATH.',
    );
  const [year = 0, month = 1, day = 1] = version.split('.').map(Number);
  const days = (now.getTime() - Date.UTC(year, month - 1, day)) / 86_400_000;
  return days > staleDays
    ? hint(
        'yt-dlp',
        `${version} is ${Math.round(days / 30)} months old, and sites have changed since.`,
        'Update it, for instance with "yt-dlp -U".',
      )
    : ok('yt-dlp', `${version}.`);
}

export async function lookAtEngines(config: Config): Promise<Finding[]> {
  if (config.role === 'api') return [];
  return [
    ...(await lookAtFfmpeg(config)),
    ...(await lookAtSpeech(config)),
    ...lookAtNetworks(config),
    judgeYtDlp(await findYtDlp(config.searchPath), new Date()),
  ];
}
