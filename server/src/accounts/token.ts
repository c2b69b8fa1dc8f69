// The secrets that clients carry: log-in tokens and the keys of a half-finished way. Only their SHA-256 is kept.
import { createHash, randomBytes } from 'node:crypto';

const secretPattern = /^[\w-]{43}$/;

/** 256 random bits in base64url. */
export const makeSecret = (): string => randomBytes(32).toString('base64url');

/** Whether this can be one of ours at all; what cannot is never looked up. */
export const isSecret = (sent: string): boolean => secretPattern.test(sent);

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
