// The secrets of webhooks as Standard Webhooks defines them, kept sealed because they must sign, and the signature of a message.
import { createHmac, randomBytes } from 'node:crypto';
import type { Parts } from '../parts.ts';
import { openSecret, sealSecret } from '../secrets/seal.ts';

const secretBytes = 32;

type Needs = Pick<Parts, 'secret'>;

/** The server's signing key is the same on all servers and is itself encrypted with SECRET_KEY. */
const sealingKey = ({ secret }: Needs) => secret.toString('base64');
/** Seals are bound to the account, so that a row moved to another one signs nothing. */
const nameOf = (accountId: string) => `webhook ${accountId}`;

export interface NewSecret {
  readonly sealed: Buffer;
  /** As its owner sees it, once. */
  readonly shown: string;
}

export function makeSecret(needs: Needs, accountId: string): NewSecret {
  const secret = randomBytes(secretBytes);
  return {
    sealed: sealSecret(secret, nameOf(accountId), sealingKey(needs)),
    shown: `whsec_${secret.toString('base64')}`,
  };
}

/** Undefined if the server's signing key was replaced since. */
export const readSecret = (needs: Needs, accountId: string, sealed: Buffer): Buffer | undefined =>
  openSecret(sealed, nameOf(accountId), sealingKey(needs));

export interface Signed {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

/** The value of `webhook-signature`: a signature for each secret. */
export const sign = ({ id, timestamp, body }: Signed, secrets: readonly Buffer[]): string =>
  secrets
    .map(secret => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`)
    .join(' ');
