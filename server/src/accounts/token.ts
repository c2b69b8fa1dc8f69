// The secrets that clients store: tokens of logins, and keys between two calls. The server stores only their SHA-256.
import { createHash, randomBytes } from 'node:crypto';

const secretPattern = /^[\w-]{43}$/;

/** 256 random bits in base64url. */
export const makeSecret = (): string => randomBytes(32).toString('base64url');

/** Whether the text has the form of these secrets; other text is never looked up. */
export const isSecret = (sent: string): boolean => secretPattern.test(sent);

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
