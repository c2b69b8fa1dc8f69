// What an operator should know of a server's settings and machine: remarks that a start prints and `npm run doctor` lists.
import type { SpeechEngine } from 'contract/speech.ts';
import { recommendedWeights } from 'engines/model/weights.ts';
import { hasPocketSphinx } from 'engines/speech/pocketsphinx.ts';
import type { FoundFfmpeg } from 'engines/video/find-ffmpeg.ts';
import type { Config } from '../config.ts';
import { isLoopbackHost } from '../config-providers.ts';
import { describeSandbox, isSandboxOn } from '../sandbox/sandbox.ts';

/** Sentences: what is so, and what changes it. */
export interface Remark {
  readonly what: string;
  readonly mend: string;
}

/** As one paragraph. */
const tellRemark = ({ what, mend }: Remark): string => `${what} ${mend}`;

/** The consequences of a server without payment methods for its users. */
function remarkOnPayments({ membership, payments }: Config): Remark[] {
  if (payments.kind !== 'off') return [];
  return membership
    ? [
        {
          what: 'No payment is possible: results stay locked for all but those an operator grants uses.',
          mend: 'Set PAYMENTS to real, or MEMBERSHIP to off.',
        },
      ]
    : [{ what: 'Everything is free.', mend: 'To sell memberships, set PAYMENTS=real and the keys of a provider.' }];
}

/** What a seller has to publish, and the switch for it. */
export function remarkOnSeller({ membership, payments, brand }: Config): Remark[] {
  if (!membership || payments.kind === 'off') return [];
  const missing = [
    ...(brand.contactEmail || brand.contactPhone
      ? []
      : [
          'BRAND_CONTACT_EMAIL or BRAND_CONTACT_PHONE (the contact page is empty, and the terms and the refund policy point to it)',
        ]),
    ...(brand.company ? [] : ['BRAND_COMPANY (receipts, terms and privacy policy name the seller)']),
  ];
  if (missing.length === 0) return [];
  const what =
    payments.kind === 'sandbox' ? 'A sale needs a named seller.' : 'Memberships are sold without a named seller.';
  const when = payments.kind === 'sandbox' ? 'Before you sell anything set' : 'Set';
  return [{ what, mend: `${when} ${missing.join(', and ')}.` }];
}

/** What people cannot do on a server with these settings. */
export const remarksOnProviders = (config: Config): Remark[] => [
  ...(config.sms.kind === 'off'
    ? [{ what: 'Log-in by SMS code is off, and with it registration.', mend: 'Set SMS to a provider.' }]
    : []),
  ...remarkOnPayments(config),
  ...(config.wechat.kind === 'off'
    ? [{ what: 'Log-in by WeChat is off.', mend: 'Set WECHAT=real and its keys.' }]
    : []),
];

/** The command that installs ffmpeg, if the start could not do it. */
const installLine = process.platform === 'darwin' ? 'brew install ffmpeg' : 'apt-get install ffmpeg';

export function remarksOnVideo(ffmpeg: FoundFfmpeg): Remark[] {
  if (ffmpeg.isThere) return [];
  const why = ffmpeg.why === 'old' ? `ffmpeg ${ffmpeg.version} is too old; 5.1 is needed` : 'ffmpeg is not installed';
  const mend = `Run "${installLine}" and start again, or set FFMPEG_PATH.`;
  return [{ what: `Video tools are off: ${why}.`, mend }];
}

/** The best speech engine of this machine. */
export async function findSpeechEngine({ speechServer, models, searchPath }: Config): Promise<SpeechEngine | null> {
  if (speechServer) return 'server';
  if (models.speech) return 'whisper';
  return (await hasPocketSphinx(searchPath)) ? 'pocketsphinx' : null;
}

export function remarksOnSpeech(speech: SpeechEngine | null): Remark[] {
  const mend = 'Run "npm run models add whisper-base" and start again, or set SPEECH_URL.';
  if (speech === null) return [{ what: 'Text from speech is off: no engine for it was found.', mend }];
  if (speech === 'pocketsphinx')
    return [{ what: 'Text from speech is rough and English alone, by PocketSphinx.', mend }];
  return [];
}

/** What networks of `npm run models` would do better than what ships. */
function remarksOnNetworks({ models, role }: Pick<Config, 'models' | 'role'>): Remark[] {
  if (role === 'api') return [];
  const missing = recommendedWeights.filter(({ serves }) => serves !== 'speech' && models[serves] === undefined);
  if (missing.length === 0) return [];
  const does = { text: 'reading text', inpaint: 'filling what was removed', matte: 'cutting out' };
  const names = missing.map(({ serves }) => does[serves as keyof typeof does]);
  const mebibytes = missing.reduce((sum, { bytes, maxBytes }) => sum + (bytes ?? maxBytes), 0) / 1024 ** 2;
  return [
    {
      what: `Larger networks do better at ${names.join(', ')} than those that ship (${Math.round(mebibytes)} MiB).`,
      mend: 'Run "npm run models add recommended" and start again.',
    },
  ];
}

/** The remarks of a start, one paragraph each. */
export function remarksOfStart(
  config: Config,
  found: {
    readonly address: string;
    readonly secret: Buffer;
    readonly ffmpeg: FoundFfmpeg;
    readonly speech: SpeechEngine | null;
    readonly ytDlp: string | undefined;
  },
): string[] {
  const isPrivate = isLoopbackHost(config.host) && config.publicUrl === null;
  const ofServing =
    config.role === 'worker'
      ? []
      : [
          ...(isPrivate ? ['Only this machine can reach it. HOST=0.0.0.0 opens it to other machines.'] : []),
          ...(isSandboxOn(config) ? [describeSandbox(config, found.address, found.secret)] : []),
          ...[...remarksOnProviders(config), ...remarkOnSeller(config)].map(tellRemark),
        ];
  return [
    ...ofServing,
    ...[...remarksOnVideo(found.ffmpeg), ...remarksOnSpeech(found.speech), ...remarksOnNetworks(config)].map(
      tellRemark,
    ),
    ...(found.ytDlp === undefined
      ? []
      : [`Links that our own reader finds nothing behind are read by yt-dlp ${found.ytDlp}.`]),
  ];
}
