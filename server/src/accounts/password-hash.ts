// argon2id in PHC format, with Node's implementation. It takes tens of milliseconds, so only the worker thread calls it.
import { argon2Sync, randomBytes, timingSafeEqual } from 'node:crypto';

const tagBytes = 32;
const saltBytes = 16;

const phcPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z\d+/]+)\$([A-Za-z\d+/]+)$/;

export interface Cost {
  readonly memoryKib: number;
  readonly passes: number;
  readonly parallelism: number;
}

/** OWASP's minimum: 19 MiB, two passes, one lane. */
export const safeCost: Cost = { memoryKib: 19 * 1024, passes: 2, parallelism: 1 };

const toBase64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

const derive = (password: string, salt: Buffer, cost: Cost, bytes: number) =>
  argon2Sync('argon2id', {
    // Keyboards encode the same character in different ways.
    message: Buffer.from(password.normalize('NFKC')),
    nonce: salt,
    memory: cost.memoryKib,
    passes: cost.passes,
    parallelism: cost.parallelism,
    tagLength: bytes,
  });

export function hashPassword(password: string, cost = safeCost): string {
  const salt = randomBytes(saltBytes);
  const tag = derive(password, salt, cost, tagBytes);
  return `$argon2id$v=19$m=${cost.memoryKib},t=${cost.passes},p=${cost.parallelism}$${toBase64(salt)}$${toBase64(tag)}`;
}

/** Without a hash it does the same work, and every password is wrong. */
export function verifyPassword(password: string, hash: string | null, ownCost = safeCost): boolean {
  const [, memory, rounds, lanes, salt, tag] = phcPattern.exec(hash ?? '') ?? [];
  if (salt === undefined || tag === undefined) {
    derive(password, Buffer.alloc(saltBytes), ownCost, tagBytes);
    return false;
  }
  const wanted = Buffer.from(tag, 'base64');
  const cost = { memoryKib: Number(memory), passes: Number(rounds), parallelism: Number(lanes) };
  return timingSafeEqual(derive(password, Buffer.from(salt, 'base64'), cost, wanted.length), wanted);
}
