// Data that clients load once: progress settings, dictionaries, and this server's branding.
import { z } from 'zod';
import { drawers } from '../drawing.ts';
import { keyCodes } from '../key-codes.ts';
import { defineRoute } from '../route.ts';
import { sentNumberOr } from '../sent-fields.ts';
import { speechEngines } from '../speech.ts';

export const lookupQuery = z.object({
  page: sentNumberOr(z.number().int().min(1), 1),
  size: sentNumberOr(z.number().int().min(1).max(9999), 9999),
});

export const progressSettings = defineRoute({
  method: 'GET',
  path: '/web/progressSetting/getList',
  keyScope: 'any',
  summary: 'Name, first percentage and messages of every task kind, from the tools that are built',
  query: lookupQuery,
  data: z.object({
    list: z.array(
      z.object({
        name: z.string(),
        keyCode: z.enum(keyCodes),
        returnMessage: z.string(),
        progress: z.number(),
        taskMsg: z.string(),
      }),
    ),
    total: z.number().int(),
  }),
});

export const coinFunctions = defineRoute({
  method: 'GET',
  path: '/web/udCoinFunction/getList',
  keyScope: 'any',
  summary: 'What a run of every tool call costs at least, in its own unit and in coins',
  query: lookupQuery,
  data: z.object({
    list: z.array(
      z.object({
        /** The tool and its call, such as "gif/make". */
        id: z.string(),
        /** The tool's title. */
        name: z.string(),
        keyCode: z.enum(keyCodes),
        path: z.string(),
        kind: z.enum(['none', 'use', 'coins']),
        /** The price of the smallest run, in uses or coins. */
        amount: z.number().int(),
        /** The coins that pay this price. */
        coin: z.number().int(),
        /** Whether every run costs the same. `POST /web/task/quote` tells the price of one whose options or files matter. */
        isFixed: z.boolean(),
      }),
    ),
    total: z.number().int(),
  }),
});

/** Lists of choices that tools have: filters, backgrounds. Each is a route of its own path. */
export const lookupData = z.object({
  list: z.array(z.object({ id: z.string(), name: z.string(), cover: z.string() })),
  total: z.number().int(),
});

const entrySchema = z.object({ label: z.string(), value: z.string() });

export const dictionary = defineRoute({
  method: 'GET',
  path: '/api/dictDetail',
  keyScope: 'any',
  summary: 'The entries of one dictionary',
  query: z.object({
    dictName: z.string(),
    page: sentNumberOr(z.number().int().min(0), 0),
    size: sentNumberOr(z.number().int().min(1).max(9999), 9999),
  }),
  data: z.object({ content: z.array(entrySchema), totalElements: z.number().int() }),
});

export const dictionaryMap = defineRoute({
  method: 'GET',
  path: '/api/dictDetail/map',
  keyScope: 'any',
  summary: 'Several dictionaries at once, by name',
  query: z.object({ dictName: z.string() }),
  data: z.record(z.string(), z.array(entrySchema)),
});

/** The operator's names and links. They are also embedded in the page, which therefore needs no call. */
const settingsSchema = z.object({
  brand: z.object({
    nameZh: z.string(),
    nameEn: z.string(),
    logoUrl: z.string().nullable(),
    company: z.string().nullable(),
    filingNumber: z.string().nullable(),
    contactEmail: z.string().nullable(),
    contactPhone: z.string().nullable(),
    socialQrUrl: z.string().nullable(),
    windowsClientUrl: z.string().nullable(),
    androidClientUrl: z.string().nullable(),
  }),
  /** The host name under which the page is always in English. */
  englishHost: z.string().nullable(),
  retentionHours: z.number(),
  /** The time zone in which days begin and memberships end, such as Asia/Shanghai. */
  timeZone: z.string(),
  /** Whether codes can be sent by SMS; otherwise only existing accounts can log in. */
  codeLogin: z.boolean(),
  /** Whether WeChat login is available. */
  wechatLogin: z.boolean(),
  /** Whether WeChat's own log-in page can be opened instead of scanning. */
  wechatPage: z.boolean(),
  /** Whether runs cost uses or coins; otherwise pages do not mention money. */
  membership: z.boolean(),
  /** Whether SMS or WeChat is simulated on the page `/sandbox`; every page then says so. */
  sandbox: z.boolean(),
  /** Missing engines: tools that need one of them cannot run. */
  missing: z.array(z.enum(['ffmpeg', 'speech'])),
  /** The engine that recognises speech. */
  speech: z.enum(speechEngines).nullable(),
  /** Engines that redraw pictures besides the built-in looks: a custom network, a drawing server. */
  drawers: z.array(z.enum(drawers)),
  /** Whether the drawing server can draw inside a mask, which AI expansion needs. */
  serverFills: z.boolean(),
});
export type Settings = z.infer<typeof settingsSchema>;

export const getSettings = defineRoute({
  method: 'GET',
  path: '/web/settings',
  keyScope: 'any',
  summary: 'Name, links and limits of this server',
  data: settingsSchema,
});
