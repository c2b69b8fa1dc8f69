// Encrypts a password with the server's public key, so that it stays unreadable even if TLS ends at a proxy.

import { publicKey } from 'contract/routes/accounts.ts';
import { call } from '../api.ts';
import { CallError } from '../failures/call-error.ts';

/** Returns the password and the time, encrypted with RSA-OAEP-SHA256 in base64, or the plain password if the browser has no cryptography (http). */
async function sealPassword(password: string): Promise<string> {
  if (!password || !globalThis.crypto?.subtle) return password;
  const jwk = await call(publicKey, { handleErrors: true });
  const key = await crypto.subtle.importKey('jwk', jwk, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['encrypt']);
  const sealed = new TextEncoder().encode(JSON.stringify({ p: password, t: Date.now() }));
  const bytes = new Uint8Array(await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, key, sealed));
  return `rsa:${btoa(String.fromCharCode(...bytes))}`;
}

export type Seal = (password: string) => Promise<string>;

/**
 * Makes a call with passwords, each passed through `seal`. If the server rejects the time of a seal because the computer's clock is wrong, the call is
 * made again with plain passwords.
 */
export async function sendSealed<T>(send: (seal: Seal) => Promise<T>): Promise<T> {
  try {
    return await send(sealPassword);
  } catch (error) {
    if (error instanceof CallError && error.error === 'PASSWORD_SEAL_BAD') return send(async password => password);
    throw error;
  }
}
