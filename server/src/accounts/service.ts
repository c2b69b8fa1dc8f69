// What the rules of accounts work with, and who is asking.
import type { FastifyRequest } from 'fastify';
import { addressOf } from '../http/address.ts';
import type { Parts } from '../parts.ts';
import type { Seal } from './seal.ts';
import { type LoginSource, sourceOf } from './source.ts';
import type { Turnstile } from './turnstile.ts';

export interface AccountService {
  readonly parts: Parts;
  readonly seal: Seal;
  /** Before what needs a password hashed. */
  readonly turnstile: Turnstile;
}

/** Somebody who asks for a log-in or proves something. */
export interface Asker {
  readonly from: LoginSource;
  readonly address: string;
}

export const askerOf = ({ parts }: AccountService, request: FastifyRequest): Asker => ({
  from: sourceOf(request, parts.config),
  address: addressOf(request),
});
