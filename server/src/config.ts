// The only reader of the environment. Every switch is parsed once at start; all faults are reported together.
import { accessSync, constants, statSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { findMissing, providerSwitches, smsSettings, wechatSettings } from './config-providers.ts';

function isReadableFile(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return statSync(file).isFile();
  } catch {
    return false; // Whatever the reason, it cannot be read.
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
/** A network of the operator's own, as an ONNX file on this machine. */
const modelFile = z
  .string()
  .trim()
  .transform(file => path.resolve(file))
  .refine(isReadableFile, 'must be the path of an ONNX file that can be read')
  .optional();
const onOff = z.enum(['on', 'off']).transform(word => word === 'on');

/** What the system sets by itself, and nobody has to know. */
const systemSchema = z.object({ PATH: z.string().default('/usr/local/bin:/usr/bin:/bin') });

/** How many proxies of the operator's own stand before this server: what a client writes itself lies beyond them. */
const proxyCount = z.union([onOff.transform(Number), z.coerce.number().int().min(0).max(10)]);

const environmentSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().default('0.0.0.0'),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  WORKERS: z.coerce.number().int().min(1).max(128).default(Math.max(1, cpus().length)),
  STORAGE: z.enum(['disk', 's3']).default('disk'),
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
  RETENTION_HOURS: z.coerce.number().min(0.01).max(8760).default(24),
  FETCH_ALLOW: list
    .refine(ranges => ranges.every(range => ipaddr.isValidCIDR(range)), 'must be CIDR ranges, comma-separated')
    .default([]),
  RATE_PER_MINUTE: z.coerce.number().int().min(1).default(3000),
  QUEUE_LIMIT: z.coerce.number().int().min(1).default(5000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  INPAINT: modelFile,
  ENLARGE: modelFile,
  MATTE: modelFile,
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
});

/** Every switch there is; the README's table lists the same. */
export const switchNames = Object.keys(environmentSchema.shape);

const requiredForS3 = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

const checkedSchema = environmentSchema.superRefine((environment, context) => {
  for (const { name, reason } of findMissing(environment))
    context.addIssue({ code: 'custom', path: [name], message: reason });
  if (environment.STORAGE !== 's3') return;
  for (const name of requiredForS3)
    if (!environment[name]) context.addIssue({ code: 'custom', path: [name], message: 'is needed when STORAGE is s3' });
});

export type Config = ReturnType<typeof readConfig>;

/** Every fault of the environment, one a line. */
export class ConfigError extends Error {}

/** Parses the environment. Throws ConfigError naming all faults, never a secret's value. */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env) {
  // An empty variable means "not set": that is how compose files and CI switch one off.
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = checkedSchema.safeParse(given);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(issue => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`These settings are wrong:\n${faults.join('\n')}`);
  }
  const is = parsed.data;
  return {
    port: is.PORT,
    host: is.HOST,
    dataFolder: path.resolve(is.DATA_DIR),
    databaseUrl: is.DATABASE_URL ?? null,
    role: is.ROLE,
    workers: is.WORKERS,
    storage:
      is.STORAGE === 'disk'
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
    retentionHours: is.RETENTION_HOURS,
    fetchAllow: is.FETCH_ALLOW,
    ratePerMinute: is.RATE_PER_MINUTE,
    queueLimit: is.QUEUE_LIMIT,
    logLevel: is.LOG_LEVEL,
    models: {
      ...(is.INPAINT && { inpaint: is.INPAINT }),
      ...(is.ENLARGE && { enlarge: is.ENLARGE }),
      ...(is.MATTE && { matte: is.MATTE }),
    },
    sms: smsSettings(is),
    wechat: wechatSettings(is),
    searchPath: systemSchema.parse(given).PATH,
    englishHost: is.ENGLISH_HOST,
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
