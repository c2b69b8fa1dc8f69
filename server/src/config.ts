// The only reader of the environment. Every switch is parsed once at start; all errors are reported together.
import { cpus } from 'node:os';
import path from 'node:path';
import { findWeights } from 'engines/model/weights.ts';
import { z } from 'zod';
import { describeIssue, findMisspelt } from './config-faults.ts';
import {
  findProviderFaults,
  paymentsOf,
  providerSwitches,
  sandboxAudience,
  smsSettings,
  wechatSettings,
} from './config-providers.ts';
import { traceSettings, traceSwitches } from './config-traces.ts';
import {
  accountNames,
  backupPlace,
  chatAddress,
  drawAddress,
  drawWorkflow,
  folder,
  laneWidths,
  list,
  modelFile,
  modelServers,
  networkRanges,
  onOff,
  optional,
  optionalLink,
  origin,
  programFolder,
  proxyCount,
  secretKey,
  speechAddress,
  speechModel,
  timeZone,
} from './config-values.ts';

/** Set by the operating system; not a switch of ours. */
const systemSchema = z.object({ PATH: z.string().default('/usr/local/bin:/usr/bin:/bin') });

const environmentSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().trim().default('127.0.0.1'),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be like postgres://user:password@host:5432/database' })
    .optional(),
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  WORKERS: z.coerce.number().int().min(1).max(128).default(Math.max(1, cpus().length)),
  LANES: laneWidths.optional(),
  STORAGE: z.enum(['disk', 's3']).optional(),
  S3_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PUBLIC_URL: z.url().optional(),
  S3_PATH_STYLE: onOff.default(true),
  PUBLIC_URL: origin.optional(),
  TRUST_PROXY: proxyCount.default(0),
  CORS_ORIGINS: list.pipe(z.array(origin)).default([]),
  MEMBERSHIP: onOff.optional(),
  TIME_ZONE: timeZone.default('Asia/Shanghai'),
  ADMINS: accountNames.default([]),
  RETENTION_HOURS: z.coerce.number().min(0.01).max(8760).default(24),
  FETCH_ALLOW: networkRanges.default([]),
  RATE_PER_MINUTE: z.coerce.number().int().min(1).default(3000),
  QUOTA_VISITOR_GB: z.coerce.number().positive().default(10),
  QUOTA_ACCOUNT_GB: z.coerce.number().positive().default(50),
  QUOTA_ADDRESS_GB: z.coerce.number().positive().default(100),
  DISK_RESERVE_GB: z.coerce.number().min(0).default(1),
  QUEUE_LIMIT: z.coerce.number().int().min(1).default(5000),
  SECRET_KEY: secretKey,
  SECRET_KEY_BEFORE: secretKey,
  BACKUP_TO: backupPlace,
  BACKUP_EVERY_HOURS: z.coerce.number().min(0.01).max(8760).default(24),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(7),
  BACKUP_FILES: onOff.default(true),
  METRICS_TOKEN: z.string().trim().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ...traceSwitches,
  INPAINT: modelFile,
  ENLARGE: modelFile,
  MATTE: modelFile,
  ANIME: modelFile,
  TEXT: modelFile,
  SPEECH: speechModel,
  SPEECH_URL: speechAddress,
  SPEECH_KEY: optional,
  SPEECH_MODEL: z.string().trim().min(1).default('whisper-1'),
  CHAT_URL: chatAddress,
  CHAT_KEY: optional,
  CHAT_MODEL: z.string().trim().min(1).default('gpt-4o-mini'),
  CHAT_PER_DAY: z.coerce.number().int().min(1).default(100),
  CONTENT_DIR: folder,
  DRAW_URL: drawAddress,
  DRAW_KEY: optional,
  DRAW_API: z.enum(['openai', 'sdwebui', 'comfyui']).default('openai'),
  DRAW_MODEL: z.string().trim().default(''),
  DRAW_WORKFLOW: drawWorkflow,
  DRAW_PROMPTS: z.enum(['as-written', 'english']).optional(),
  MODEL_SERVERS: modelServers,
  FFMPEG_PATH: programFolder(['ffmpeg', 'ffprobe'], 'must be the path of ffmpeg, with ffprobe in the same folder'),
  YT_DLP_PATH: programFolder(['yt-dlp'], 'must be the path of yt-dlp'),
  ...providerSwitches,
  ENGLISH_HOST: optional,
  BRAND_NAME_ZH: z.string().default('图匠'),
  BRAND_NAME_EN: z.string().default('Pixwright'),
  BRAND_LOGO_URL: optionalLink,
  BRAND_COMPANY: optional,
  BRAND_FILING_NUMBER: optional,
  BRAND_CONTACT_EMAIL: optional,
  BRAND_CONTACT_PHONE: optional,
  BRAND_SOCIAL_QR_URL: optionalLink,
  BRAND_WINDOWS_CLIENT_URL: optionalLink,
  BRAND_ANDROID_CLIENT_URL: optionalLink,
  SOURCE_URL: optionalLink,
});

/** All switches, in the order of the README's table. */
export const switchNames = Object.keys(environmentSchema.shape);

/** Why a backup may not be where this says; undefined if it may. */
function findBackupFault(is: z.output<typeof environmentSchema>): string | undefined {
  const to = is.BACKUP_TO;
  if (to?.kind !== 'bucket') return undefined;
  if (!is.S3_ACCESS_KEY_ID || !is.S3_SECRET_ACCESS_KEY)
    return 'needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY when it is a bucket';
  if (to.bucket === is.S3_BUCKET && /^(input|output|preview)\//.test(to.prefix))
    return 'must not be a folder that everyone can read: choose another one than input/, output/ and preview/';
  return undefined;
}

/** A workflow that is set but wrong has a fault of its own. */
function findDrawFaults(is: z.output<typeof environmentSchema>, given: Environment): ConfigFault[] {
  if (is.DRAW_URL === undefined || is.DRAW_API !== 'comfyui')
    return given.DRAW_WORKFLOW === undefined
      ? []
      : [
          {
            name: 'DRAW_WORKFLOW',
            reason: 'is for ComfyUI alone: set DRAW_URL and DRAW_API=comfyui too, or leave it out',
          },
        ];
  if (is.DRAW_MODEL !== '') return [];
  if (is.DRAW_WORKFLOW?.words.has('model'))
    return [{ name: 'DRAW_MODEL', reason: 'is needed for %model% in DRAW_WORKFLOW: the file of a checkpoint' }];
  return given.DRAW_WORKFLOW === undefined
    ? [
        {
          name: 'DRAW_MODEL',
          reason: 'is needed when DRAW_API is comfyui: the file of a checkpoint, or set DRAW_WORKFLOW',
        },
      ]
    : [];
}

const requiredForS3 = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** Errors that concern several switches together. */
function findContradictions(
  is: z.output<typeof environmentSchema>,
  given: Environment,
): { name: string; reason: string }[] {
  const backupFault = findBackupFault(is);
  const missing = is.STORAGE === 's3' ? requiredForS3.filter(name => !is[name]) : [];
  return [
    ...findProviderFaults(is),
    ...findDrawFaults(is, given),
    ...(backupFault ? [{ name: 'BACKUP_TO', reason: backupFault }] : []),
    ...missing.map(name => ({ name, reason: 'is needed when STORAGE is s3' })),
    ...(is.S3_BUCKET && is.STORAGE === undefined
      ? [{ name: 'STORAGE', reason: 'is needed when S3_BUCKET is set: s3 to use the bucket, disk to ignore it' }]
      : []),
    ...(is.SECRET_KEY_BEFORE && is.SECRET_KEY_BEFORE === is.SECRET_KEY
      ? [{ name: 'SECRET_KEY_BEFORE', reason: 'is the same as SECRET_KEY; leave it out' }]
      : []),
  ];
}

export type Config = ReturnType<typeof readConfig>;

/** All errors of the environment, one per line, or one of another setting. */
export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

/** The names of the switches that an environment sets. An empty variable counts as unset: that is how compose files and CI turn a switch off. */
const readGiven = (environment: Environment) =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));

/** Parses the environment. Throws ConfigError naming all errors, never the value of a secret. */
export function readConfig(environment: Environment = process.env) {
  const { config, faults } = judgeConfig(environment);
  if (faults.length > 0)
    throw new ConfigError(
      `These settings are wrong:\n${faults.map(({ name, reason }) => `  ${name}: ${reason}`).join('\n')}`,
    );
  return config;
}

export interface ConfigFault {
  readonly name: string;
  readonly reason: string;
}

/** All errors of the environment, and the settings that it has where its wrong switches are unset. */
export function judgeConfig(environment: Environment = process.env) {
  const given = readGiven(environment);
  const { values, faults } = parseSwitches(given);
  return { config: makeConfig(values, given), faults };
}

function parseSwitches(given: Environment): { values: z.output<typeof environmentSchema>; faults: ConfigFault[] } {
  const faults: ConfigFault[] = [];
  const values: Record<string, unknown> = {};
  // Switch by switch, so that an invalid one does not prevent contradictions between the others from being reported.
  for (const [name, schema] of Object.entries(environmentSchema.shape)) {
    const parsed = schema.safeParse(given[name]);
    values[name] = parsed.success ? parsed.data : schema.parse(undefined);
    for (const issue of parsed.error?.issues ?? [])
      faults.push({ name: [name, ...issue.path].join('.'), reason: describeIssue(issue, given[name] ?? '') });
  }
  const is = values as z.output<typeof environmentSchema>;
  faults.push(...findMisspelt(Object.keys(given), switchNames), ...findContradictions(is, given));
  // A list with several invalid entries has the same fault several times.
  const told = new Map(faults.map(fault => [`${fault.name}: ${fault.reason}`, fault]));
  return { values: is, faults: [...told.values()] };
}

function makeConfig(is: z.output<typeof environmentSchema>, given: Environment) {
  const payments = paymentsOf(is);
  const s3 = {
    endpoint: is.S3_ENDPOINT,
    region: is.S3_REGION,
    accessKeyId: is.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: is.S3_SECRET_ACCESS_KEY ?? '',
    pathStyle: is.S3_PATH_STYLE,
  };
  const chat = is.CHAT_URL ? { url: is.CHAT_URL, key: is.CHAT_KEY ?? undefined, model: is.CHAT_MODEL } : null;
  return {
    port: is.PORT,
    host: is.HOST,
    dataFolder: path.resolve(is.DATA_DIR),
    databaseUrl: is.DATABASE_URL ?? null,
    role: is.ROLE,
    workers: is.WORKERS,
    lanes: is.LANES ?? null,
    storage:
      is.STORAGE !== 's3'
        ? ({ kind: 'disk' } as const)
        : ({ kind: 's3', bucket: is.S3_BUCKET ?? '', publicBaseUrl: is.S3_PUBLIC_URL, ...s3 } as const),
    /** How a store of S3_* is reached, also where files are on disk. */
    s3,
    /** Null if there is no schedule. */
    backups: is.BACKUP_TO
      ? { to: is.BACKUP_TO, everyHours: is.BACKUP_EVERY_HOURS, keep: is.BACKUP_KEEP, hasFiles: is.BACKUP_FILES }
      : null,
    publicUrl: is.PUBLIC_URL ?? null,
    trustedProxies: is.TRUST_PROXY,
    corsOrigins: is.CORS_ORIGINS,
    /** If unset, it is on if payments are: without them a locked result could not be unlocked. */
    membership: is.MEMBERSHIP ?? payments.kind !== 'off',
    timeZone: is.TIME_ZONE,
    /** Ids and phone numbers of the accounts that may open /admin. */
    admins: is.ADMINS,
    retentionHours: is.RETENTION_HOURS,
    fetchAllow: is.FETCH_ALLOW,
    ratePerMinute: is.RATE_PER_MINUTE,
    quotas: { visitorGb: is.QUOTA_VISITOR_GB, accountGb: is.QUOTA_ACCOUNT_GB, addressGb: is.QUOTA_ADDRESS_GB },
    diskReserveBytes: is.DISK_RESERVE_GB * 1024 ** 3,
    queueLimit: is.QUEUE_LIMIT,
    metricsToken: is.METRICS_TOKEN ?? null,
    logLevel: is.LOG_LEVEL,
    /** Null if they are off. */
    traces: traceSettings(is),
    models: {
      ...findWeights(path.resolve(is.DATA_DIR)),
      ...(is.SPEECH && { speech: is.SPEECH }),
      ...(is.INPAINT && { inpaint: is.INPAINT }),
      ...(is.ENLARGE && { enlarge: is.ENLARGE }),
      ...(is.MATTE && { matte: is.MATTE }),
      ...(is.ANIME && { anime: is.ANIME }),
      ...(is.TEXT && { text: is.TEXT }),
    },
    secretKey: is.SECRET_KEY ?? null,
    secretKeyBefore: is.SECRET_KEY_BEFORE ?? null,
    modelServers: is.MODEL_SERVERS,
    speechServer: is.SPEECH_URL
      ? { url: is.SPEECH_URL, key: is.SPEECH_KEY ?? undefined, fields: { model: is.SPEECH_MODEL } }
      : null,
    /** Null if the assistant answers from the help pages alone. */
    chatServer: chat && { ...chat, perDay: is.CHAT_PER_DAY },
    /** The folder with the operator's own text pages. */
    contentFolder: is.CONTENT_DIR ?? null,
    drawServer: is.DRAW_URL
      ? {
          kind: is.DRAW_API,
          url: is.DRAW_URL,
          key: is.DRAW_KEY ?? undefined,
          model: is.DRAW_MODEL || (is.DRAW_API === 'openai' ? 'gpt-image-1' : ''),
          prompts: is.DRAW_PROMPTS ?? (is.DRAW_API === 'openai' ? ('as-written' as const) : ('english' as const)),
          chat,
          workflow: is.DRAW_WORKFLOW ?? null,
        }
      : null,
    sms: smsSettings(is),
    wechat: wechatSettings(is),
    payments,
    sandboxAudience: sandboxAudience(is),
    /** Null if ffmpeg is looked up on PATH. */
    ffmpegFolder: is.FFMPEG_PATH ?? null,
    /** Null if yt-dlp is looked up on PATH. */
    ytDlpFolder: is.YT_DLP_PATH ?? null,
    /** The PATH of all child processes. */
    searchPath: [is.FFMPEG_PATH, is.YT_DLP_PATH, systemSchema.parse(given).PATH].filter(Boolean).join(path.delimiter),
    englishHost: is.ENGLISH_HOST,
    /** Where the source of this server can be downloaded, or null. */
    sourceUrl: is.SOURCE_URL,
    brand: {
      nameZh: is.BRAND_NAME_ZH,
      nameEn: is.BRAND_NAME_EN,
      logoUrl: is.BRAND_LOGO_URL,
      company: is.BRAND_COMPANY,
      filingNumber: is.BRAND_FILING_NUMBER,
      contactEmail: is.BRAND_CONTACT_EMAIL,
      contactPhone: is.BRAND_CONTACT_PHONE,
      socialQrUrl: is.BRAND_SOCIAL_QR_URL,
      windowsClientUrl: is.BRAND_WINDOWS_CLIENT_URL,
      androidClientUrl: is.BRAND_ANDROID_CLIENT_URL,
    },
  };
}
