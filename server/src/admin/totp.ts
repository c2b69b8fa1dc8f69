// Time-based one-time codes (TOTP, RFC 6238 over HOTP, RFC 4226): six digits of an HMAC-SHA-1 of the 30-second step, as authenticator apps
// generate them.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const stepSeconds = 30;
const digits = 6;
/** Number of steps before and after the current one whose codes are also accepted: clocks differ, and people type slowly. */
const driftSteps = 1;
/** The length of a SHA-1 output, which RFC 4226 recommends. */
const keyBytes = 20;

export const makeTotpKey = (): Buffer => randomBytes(keyBytes);

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / stepSeconds);

/** The code of a step, `length` digits with leading zeros. */
export function codeOfStep(key: Buffer, step: number, length = digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const offset = mac[mac.length - 1]! & 0xf;
  const number = (mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** length;
  return String(number).padStart(length, '0');
}

/** The step near the current one to which a code belongs; undefined for a wrong code. Takes the same time in both cases. */
export function findStep(key: Buffer, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const present = stepAt(now);
  let found: number | undefined;
  for (let step = present - driftSteps; step <= present + driftSteps; step++)
    if (timingSafeEqual(Buffer.from(codeOfStep(key, step)), Buffer.from(code))) found = step;
  return found;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Base32 without padding (RFC 4648), which people type into their apps. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map(byte => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map(part => alphabet[Number.parseInt(part.padEnd(5, '0'), 2)]).join('');
}

/** The URL that authenticator apps read from a QR code. */
export function describeTotpKey(key: Buffer, { issuer, name }: { issuer: string; name: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(name)}`;
  return `otpauth://totp/${label}?secret=${toBase32(key)}&issuer=${encodeURIComponent(issuer)}`;
}
