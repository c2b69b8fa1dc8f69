// Whether a client has logged in to an account before: such a device keeps its way in, whatever strangers guess.
import type { FastifyRequest } from 'fastify';
import { addressOf } from '../http/address.ts';
import { visitorOf } from '../http/owner.ts';
import { hideWho } from '../limits/limits.ts';
import type { Parts } from '../parts.ts';
import type { Guesser } from './growing-delay.ts';
import { type ClientMarks, findKnown } from './known-store.ts';

/** The client of a request: its address, and the random id of its browser if it sent one. */
export interface Client {
  readonly address: string;
  readonly device: string | null;
}

export const clientOf = (request: FastifyRequest): Client => ({
  address: addressOf(request),
  device: visitorOf(request),
});

export const marksOf = ({ secret }: Pick<Parts, 'secret'>, { address, device }: Client): ClientMarks => ({
  device,
  address: hideWho(secret, address),
});

/** The client as one who guesses at an account; null: at a name that belongs to none. */
export async function recognise(
  parts: Pick<Parts, 'database' | 'secret'>,
  accountId: string | null,
  client: Client,
): Promise<Guesser> {
  return { ...client, knownBy: await findKnown(parts.database, accountId, marksOf(parts, client)) };
}
