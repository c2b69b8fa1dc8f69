// API keys: programs use them in place of a login. Their owner lists, creates, changes and revokes them; a key itself cannot.
import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { sentId, sentText } from '../sent-fields.ts';

/** Calls a minute of a key for which nothing else is set. */
export const usualPerMinute = 300;
export const maxPerMinute = 6000;
/** Uses or coins a month: more than an account owns. */
const maxPerMonth = 1_000_000_000;
export const longestKeyName = 60;
const maxAddresses = 50;
const maxScopes = 100;

/** A limit; null for none, or for the usual one. */
const limitField = (min: number, max: number) =>
  z
    .union([
      z.null(),
      z.preprocess(
        sent => (typeof sent === 'string' && sent.trim() !== '' ? Number(sent) : sent),
        z.number().int().min(min).max(max),
      ),
    ])
    .optional();

const keyFields = {
  name: sentText(longestKeyName),
  /** `tools:*`, `tools:<name of a tool>`, `tasks:read`, `account:read`. */
  scopes: z.array(z.string().max(100)).min(1).max(maxScopes),
  perMinute: limitField(1, maxPerMinute),
  usesPerMonth: limitField(0, maxPerMonth),
  coinsPerMonth: limitField(0, maxPerMonth),
  /** Addresses or CIDR ranges, IPv4 and IPv6, from which the key may be used; none: from anywhere. */
  addresses: z.array(z.string().trim().max(64)).max(maxAddresses).nullish(),
  /** In the future; null: never. */
  expiresAt: z.iso.datetime({ offset: true }).nullish(),
};

export const apiKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The last four characters of the key. */
  lastFour: z.string(),
  scopes: z.array(z.string()),
  perMinute: z.number().int(),
  usesPerMonth: z.number().int().nullable(),
  coinsPerMonth: z.number().int().nullable(),
  /** What its runs have held or spent this month. */
  usesThisMonth: z.number().int(),
  coinsThisMonth: z.number().int(),
  addresses: z.array(z.string()),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  expiresAt: z.iso.datetime().nullable(),
  revokedAt: z.iso.datetime().nullable(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

export const listApiKeys = defineRoute({
  method: 'GET',
  path: '/web/apiKey',
  needsLogin: true,
  summary: 'The API keys of the account, newest first; those revoked or expired are listed for 90 days',
  data: z.object({ list: z.array(apiKeySchema), total: z.number().int() }),
});

export const createApiKey = defineRoute({
  method: 'POST',
  path: '/web/apiKey',
  needsLogin: true,
  summary: 'Create an API key; `key` is shown in this answer alone',
  body: z.object(keyFields),
  data: apiKeySchema.extend({ key: z.string() }),
});

const keyParams = z.object({ id: sentId });

export const changeApiKey = defineRoute({
  method: 'POST',
  path: '/web/apiKey/:id',
  needsLogin: true,
  summary: 'Change what an API key may do; fields that are not sent stay as they are',
  params: keyParams,
  body: z.object({ ...keyFields, name: keyFields.name.optional(), scopes: keyFields.scopes.optional() }),
  data: apiKeySchema,
});

export const revokeApiKey = defineRoute({
  method: 'POST',
  path: '/web/apiKey/:id/revoke',
  needsLogin: true,
  summary: 'Revoke an API key for good; from now on it is refused',
  params: keyParams,
  data: apiKeySchema,
});
