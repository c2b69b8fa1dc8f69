// The only reader of the environment. Every switch is parsed once at start; all errors are reported together.
import { accessSync, constants, statSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { normalisePhone } from 'contract/account-rules.ts';
import { type Lane, lanes } from 'contract/tool.ts';
import { findWeights } from 'engines/model/weights.ts';
import ipaddr from 'ipaddr.js';
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

/** The folder that a path names or that contains it, if it contains all these programs. */
function findProgramFolder(named: string, programs: readonly string[]): string | undefined {
  const file = path.resolve(named);
  return [file, path.dirname(file)].find(folder =>
    programs.every(program => isReadableFile(path.join(folder, program))),
  );
}

function isReadableFile(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return statSync(file).isFile();
  } catch {
    return false; // The reason does not matter: the file cannot be read.
  }
}

function isFolder(named: string): boolean {
  try {
    accessSync(named, constants.R_OK);
    return statSync(named).isDirectory();
  } catch {
    return false; // The reason does not matter: the folder cannot be read.
  }
}

const list = z
  .string()
  .transform(text =>
    text
      .split(',')
      .map(part => part.trim())
      .filter(Boolean),
  )
  .pipe(z.array(z.string()));

const origin = z.url({ protocol: /^https?$/ }).transform(url => new URL(url).origin);
const optional = z
  .string()
  .optional()
  .transform(text => text?.trim() || null);
const optionalLink = optional.pipe(z.union([z.null(), z.url({ protocol: /^https?$/ }), z.string().startsWith('/')]));
/** An ONNX file on this machine that replaces a network shipped with the product. */
const modelFile = z
  .string()
  .trim()
  .transform(file => path.resolve(file))
  .refine(isReadableFile, 'must be the path of an ONNX file that can be read')
  .optional();
const speechModel = z
  .string()
  .trim()
  .transform(file => path.resolve(file))
  .refine(isReadableFile, 'must be the path of a model file of whisper.cpp that can be read')
  .optional();
/** The base URL of an OpenAI-compatible server, such as https://example.org/v1; becomes the URL of its transcription call. */
const speechAddress = z
  .url({ protocol: /^https?$/ })
  .transform(base => `${base.replace(/\/+$/, '').replace(/\/audio\/transcriptions$/, '')}/audio/transcriptions`)
  .optional();
/** The base URL of a drawing server. */
const drawAddress = z
  .url({ protocol: /^https?$/ })
  .transform(base => base.replace(/\/+$/, '').replace(/\/(images\/generations|sdapi\/v1(\/txt2img)?|prompt)$/, ''))
  .optional();
/** A program or its folder; becomes the folder. */
const programFolder = (programs: readonly string[], message: string) =>
  z
    .string()
    .trim()
    .transform((named, context) => {
      const folder = findProgramFolder(named, programs);
      if (folder !== undefined) return folder;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    })
    .optional();
/** A folder on this machine. */
const folder = z
  .string()
  .trim()
  .transform(named => path.resolve(named))
  .refine(isFolder, 'must be the path of a folder that can be read')
  .optional();
/** The base URL of an OpenAI-compatible server; becomes the URL of its chat call. */
const chatAddress = z
  .url({ protocol: /^https?$/ })
  .transform(base => `${base.replace(/\/+$/, '').replace(/\/chat\/completions$/, '')}/chat/completions`)
  .optional();
/** Long enough that it cannot be guessed from a stolen copy of the database. */
const secretKey = z
  .string()
  .trim()
  .min(24, 'must have at least 24 characters, such as `openssl rand -base64 32` prints')
  .optional();
/** `{"name":{"url":"…","key":"…"}}` */
const modelServers = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'must be JSON: {"name":{"url":"https://…","key":"…"}}' });
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string(), z.object({ url: z.url({ protocol: /^https?$/ }), key: z.string().optional() })))
  .default({});
const onOff = z.enum(['on', 'off']).transform(word => word === 'on');

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false; // A RangeError means that there is no such time zone.
  }
}

/** Set by the operating system; not a switch of ours. */
const systemSchema = z.object({ PATH: z.string().default('/usr/local/bin:/usr/bin:/bin') });

const mostWide = 256;

/** `image:2,model:1`: the lanes that a process serves, each with its number of concurrent tasks. */
const laneWidths = list.transform((parts, context) => {
  const widths: Partial<Record<Lane, number>> = {};
  for (const part of parts) {
    const [name = '', width = ''] = part.split(':').map(text => text.trim());
    const lane = lanes.find(known => known === name);
    const isWidth = /^\d+$/.test(width) && Number(width) >= 1 && Number(width) <= mostWide;
    if (lane && isWidth && widths[lane] === undefined) widths[lane] = Number(width);
    else
      context.addIssue({
        code: 'custom',
        message: `must be lanes with widths from 1 to ${mostWide}, each once, such as image:2,model:1. Lanes are ${lanes.join(', ')}`,
      });
  }
  return widths;
});

const accountId = z.uuid();

/** Ids or phone numbers of accounts. Usernames are not accepted: a person may give one up, and another may take it. */
const accountNames = list.transform((names, context) =>
  names.map(name => {
    const known = accountId.safeParse(name.toLowerCase()).data ?? normalisePhone(name);
    if (known) return known;
    context.addIssue({ code: 'custom', message: 'must be phone numbers or ids of accounts, comma-separated' });
    return z.NEVER;
  }),
);

/** The number of the operator's proxies in front: only that many of the last entries in X-Forwarded-For can be trusted. */
const proxyCount = z.union([onOff.transform(Number), z.coerce.number().int().min(0).max(10)], {
  error: 'must be on, off, or the number of proxies: 0 to 10',
});

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
  TIME_ZONE: z
    .string()
    .trim()
    .refine(isTimeZone, 'must be the name of a time zone, such as Asia/Shanghai')
    .default('Asia/Shanghai'),
  ADMINS: accountNames.default([]),
  RETENTION_HOURS: z.coerce.number().min(0.01).max(8760).default(24),
  FETCH_ALLOW: list
    .refine(ranges => ranges.every(range => ipaddr.isValidCIDR(range)), 'must be CIDR ranges, comma-separated')
    .default([]),
  RATE_PER_MINUTE: z.coerce.number().int().min(1).default(3000),
  QUOTA_VISITOR_GB: z.coerce.number().positive().default(10),
  QUOTA_ACCOUNT_GB: z.coerce.number().positive().default(50),
  QUOTA_ADDRESS_GB: z.coerce.number().positive().default(100),
  DISK_RESERVE_GB: z.coerce.number().min(0).default(1),
  QUEUE_LIMIT: z.coerce.number().int().min(1).default(5000),
  SECRET_KEY: secretKey,
  SECRET_KEY_BEFORE: secretKey,
  METRICS_TOKEN: z.string().trim().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  INPAINT: modelFile,
  ENLARGE: modelFile,
  MATTE: modelFile,
  ANIME: modelFile,
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

const requiredForS3 = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

/** Errors that concern several switches together. */
function findContradictions(is: z.output<typeof environmentSchema>): { name: string; reason: string }[] {
  const lacksModel = is.DRAW_URL !== undefined && is.DRAW_API === 'comfyui' && is.DRAW_MODEL === '';
  const missing = is.STORAGE === 's3' ? requiredForS3.filter(name => !is[name]) : [];
  return [
    ...findProviderFaults(is),
    ...(lacksModel
      ? [{ name: 'DRAW_MODEL', reason: 'is needed when DRAW_API is comfyui: the file of a checkpoint' }]
      : []),
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

/** All errors of the environment, one per line. */
export class ConfigError extends Error {}

/** Parses the environment. Throws ConfigError naming all errors, never the value of a secret. */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env) {
  // An empty variable counts as unset: that is how compose files and CI turn a switch off.
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const faults: string[] = [];
  const values: Record<string, unknown> = {};
  // Switch by switch, so that an invalid one does not prevent contradictions between the others from being reported.
  for (const [name, schema] of Object.entries(environmentSchema.shape)) {
    const parsed = schema.safeParse(given[name]);
    values[name] = parsed.success ? parsed.data : schema.parse(undefined);
    for (const issue of parsed.error?.issues ?? [])
      faults.push(`${[name, ...issue.path].join('.')}: ${describeIssue(issue, given[name] ?? '')}`);
  }
  for (const { name, reason } of findMisspelt(Object.keys(given), switchNames)) faults.push(`${name}: ${reason}`);
  const is = values as z.output<typeof environmentSchema>;
  for (const { name, reason } of findContradictions(is)) faults.push(`${name}: ${reason}`);
  // A list with several invalid entries has the same fault several times.
  const told = [...new Set(faults)];
  if (told.length > 0)
    throw new ConfigError(`These settings are wrong:\n${told.map(fault => `  ${fault}`).join('\n')}`);
  const payments = paymentsOf(is);
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
        : ({
            kind: 's3',
            endpoint: is.S3_ENDPOINT,
            region: is.S3_REGION,
            bucket: is.S3_BUCKET ?? '',
            accessKeyId: is.S3_ACCESS_KEY_ID ?? '',
            secretAccessKey: is.S3_SECRET_ACCESS_KEY ?? '',
            publicBaseUrl: is.S3_PUBLIC_URL,
            pathStyle: is.S3_PATH_STYLE,
          } as const),
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
    models: {
      ...findWeights(path.resolve(is.DATA_DIR)),
      ...(is.SPEECH && { speech: is.SPEECH }),
      ...(is.INPAINT && { inpaint: is.INPAINT }),
      ...(is.ENLARGE && { enlarge: is.ENLARGE }),
      ...(is.MATTE && { matte: is.MATTE }),
      ...(is.ANIME && { anime: is.ANIME }),
    },
    secretKey: is.SECRET_KEY ?? null,
    secretKeyBefore: is.SECRET_KEY_BEFORE ?? null,
    modelServers: is.MODEL_SERVERS,
    speechServer: is.SPEECH_URL
      ? { url: is.SPEECH_URL, key: is.SPEECH_KEY ?? undefined, fields: { model: is.SPEECH_MODEL } }
      : null,
    /** Null if the assistant answers from the help pages alone. */
    chatServer: is.CHAT_URL
      ? { url: is.CHAT_URL, key: is.CHAT_KEY ?? undefined, model: is.CHAT_MODEL, perDay: is.CHAT_PER_DAY }
      : null,
    /** The folder with the operator's own text pages. */
    contentFolder: is.CONTENT_DIR ?? null,
    drawServer: is.DRAW_URL
      ? {
          kind: is.DRAW_API,
          url: is.DRAW_URL,
          key: is.DRAW_KEY ?? undefined,
          model: is.DRAW_MODEL || (is.DRAW_API === 'openai' ? 'gpt-image-1' : ''),
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
