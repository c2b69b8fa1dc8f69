// What the value of a switch may be, and what it becomes: files, folders, addresses, lists, lanes.
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { normalisePhone } from 'contract/account-rules.ts';
import { type Lane, lanes } from 'contract/tool.ts';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { judgeWorkflow, type Workflow } from './adapters/comfy-workflow.ts';

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

export const list = z
  .string()
  .transform(text =>
    text
      .split(',')
      .map(part => part.trim())
      .filter(Boolean),
  )
  .pipe(z.array(z.string()));

export const origin = z.url({ protocol: /^https?$/ }).transform(url => new URL(url).origin);
export const optional = z
  .string()
  .optional()
  .transform(text => text?.trim() || null);
export const optionalLink = optional.pipe(
  z.union([z.null(), z.url({ protocol: /^https?$/ }), z.string().startsWith('/')]),
);
/** An ONNX file on this machine that replaces a network shipped with the product. */
export const modelFile = z
  .string()
  .trim()
  .transform(file => path.resolve(file))
  .refine(isReadableFile, 'must be the path of an ONNX file that can be read')
  .optional();
export const speechModel = z
  .string()
  .trim()
  .transform(file => path.resolve(file))
  .refine(isReadableFile, 'must be the path of a model file of whisper.cpp that can be read')
  .optional();
/** The base URL of an OpenAI-compatible server, such as https://example.org/v1; becomes the URL of its transcription call. */
export const speechAddress = z
  .url({ protocol: /^https?$/ })
  .transform(base => `${base.replace(/\/+$/, '').replace(/\/audio\/transcriptions$/, '')}/audio/transcriptions`)
  .optional();
/** The base URL of a drawing server. */
export const drawAddress = z
  .url({ protocol: /^https?$/ })
  .transform(base => base.replace(/\/+$/, '').replace(/\/(images\/generations|sdapi\/v1(\/txt2img)?|prompt)$/, ''))
  .optional();
/** A file with a workflow in ComfyUI's API format; becomes the workflow. */
export const drawWorkflow = z
  .string()
  .trim()
  .transform((named, context): Workflow => {
    const file = path.resolve(named);
    const judged = isReadableFile(file)
      ? judgeWorkflow(readFileSync(file, 'utf8'))
      : 'must be the path of a file with a workflow that can be read';
    if (typeof judged !== 'string') return judged;
    context.addIssue({ code: 'custom', message: judged });
    return z.NEVER;
  })
  .optional();
/** A program or its folder; becomes the folder. */
export const programFolder = (programs: readonly string[], message: string) =>
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
export const folder = z
  .string()
  .trim()
  .transform(named => path.resolve(named))
  .refine(isFolder, 'must be the path of a folder that can be read')
  .optional();
/** A folder of this machine, or s3://bucket/prefix. */
export const backupPlace = z
  .string()
  .trim()
  .transform((named, context) => {
    const address = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/(.*))?$/.exec(named);
    if (address) {
      const prefix = (address[2] ?? '').replace(/\/+$/, '');
      return { kind: 'bucket' as const, bucket: address[1] ?? '', prefix: prefix === '' ? '' : `${prefix}/` };
    }
    if (isFolder(path.resolve(named))) return { kind: 'folder' as const, folder: path.resolve(named) };
    context.addIssue({
      code: 'custom',
      message: 'must be the path of a folder that is there, or like s3://bucket/folder',
    });
    return z.NEVER;
  })
  .optional();
/** The base URL of an OpenAI-compatible server; becomes the URL of its chat call. */
export const chatAddress = z
  .url({ protocol: /^https?$/ })
  .transform(base => `${base.replace(/\/+$/, '').replace(/\/chat\/completions$/, '')}/chat/completions`)
  .optional();
/** Long enough that it cannot be guessed from a stolen copy of the database. */
export const secretKey = z
  .string()
  .trim()
  .min(24, 'must have at least 24 characters, such as `openssl rand -base64 32` prints')
  .optional();
/** `{"name":{"url":"…","key":"…"}}` */
export const modelServers = z
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
export const onOff = z.enum(['on', 'off']).transform(word => word === 'on');

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false; // A RangeError means that there is no such time zone.
  }
}

const maxWide = 256;

/** `image:2,model:1`: the lanes that a process serves, each with its number of concurrent tasks. */
export const laneWidths = list.transform((parts, context) => {
  const widths: Partial<Record<Lane, number>> = {};
  for (const part of parts) {
    const [name = '', width = ''] = part.split(':').map(text => text.trim());
    const lane = lanes.find(known => known === name);
    const isWidth = /^\d+$/.test(width) && Number(width) >= 1 && Number(width) <= maxWide;
    if (lane && isWidth && widths[lane] === undefined) widths[lane] = Number(width);
    else
      context.addIssue({
        code: 'custom',
        message: `must be lanes with widths from 1 to ${maxWide}, each once, such as image:2,model:1. Lanes are ${lanes.join(', ')}`,
      });
  }
  return widths;
});

const accountId = z.uuid();

/** Ids or phone numbers of accounts. Usernames are not accepted: a person may give one up, and another may take it. */
export const accountNames = list.transform((names, context) =>
  names.map(name => {
    const known = accountId.safeParse(name.toLowerCase()).data ?? normalisePhone(name);
    if (known) return known;
    context.addIssue({ code: 'custom', message: 'must be phone numbers or ids of accounts, comma-separated' });
    return z.NEVER;
  }),
);

/** The number of the operator's proxies in front: only that many of the last entries in X-Forwarded-For can be trusted. */
export const proxyCount = z.union([onOff.transform(Number), z.coerce.number().int().min(0).max(10)], {
  error: 'must be on, off, or the number of proxies: 0 to 10',
});

export const timeZone = z.string().trim().refine(isTimeZone, 'must be the name of a time zone, such as Asia/Shanghai');

export const networkRanges = list.refine(
  ranges => ranges.every(range => ipaddr.isValidCIDR(range)),
  'must be CIDR ranges, comma-separated',
);
