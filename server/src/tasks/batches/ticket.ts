// Tickets let a plain link download a zip: a browser's download cannot send the headers that identify the owner of the batch.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Parts } from '../../parts.ts';

const ticketMs = 3_600_000;

const sign = (secret: Buffer, text: string) =>
  createHmac('sha256', secret).update(`zip ticket\n${text}`).digest('base64url');

/** `<owner>.<expiry in ms>.<signature>`, for one batch. */
export function signTicket(parts: Pick<Parts, 'secret' | 'now'>, batchId: string, owner: string): string {
  const claim = `${Buffer.from(owner).toString('base64url')}.${parts.now().getTime() + ticketMs}`;
  return `${claim}.${sign(parts.secret, `${batchId}\n${claim}`)}`;
}

/** The owner to whom a ticket was issued; undefined if it is altered, expired or for another batch. */
export function readTicket(parts: Pick<Parts, 'secret' | 'now'>, batchId: string, ticket: string): string | undefined {
  const [owner = '', expiry = '', signature = ''] = ticket.split('.');
  const wanted = Buffer.from(sign(parts.secret, `${batchId}\n${owner}.${expiry}`));
  const given = Buffer.from(signature);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
  return Number(expiry) > parts.now().getTime() ? Buffer.from(owner, 'base64url').toString() : undefined;
}
