// The source of a login or registration, from its headers: browser, language, agent and advertisement.
import type { Language } from 'contract/words.ts';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { addressOf } from '../http/address.ts';
import { baseUrlOf } from '../http/base-url.ts';
import { languageOf } from '../http/language.ts';
import { visitorOf } from '../http/owner.ts';
import { nameDevice } from './device.ts';

export interface LoginSource {
  /** The visitor whose tasks are transferred to the account. */
  readonly visitor: string | null;
  readonly device: string;
  /** The network address. */
  readonly address: string;
  /** `web-pc` or `PC-<agent code>`. */
  readonly platformSource: string;
  readonly logidUrl: string | null;
  readonly language: Language;
  /** The base URL under which the client reached this server, for links in the response. */
  readonly baseUrl: string;
}

const sourcePattern = /^(?:web-pc|PC-[\w-]{1,64})$/;
const maxLogidLetters = 2048;

const textOf = (header: string | string[] | undefined) => (typeof header === 'string' ? header.trim() : '');

/** The advertisement's landing page in the request; only a complete http(s) link is stored. */
function readLogidUrl(header: string): string | null {
  if (header.length > maxLogidLetters || !/^https?:\/\//i.test(header) || !URL.canParse(header)) return null;
  const { href } = new URL(header);
  return href.length <= maxLogidLetters ? href : null;
}

export function sourceOf(request: FastifyRequest, config: Pick<Config, 'publicUrl' | 'port'>): LoginSource {
  const platformSource = textOf(request.headers.platformsource);
  return {
    visitor: visitorOf(request),
    device: nameDevice(textOf(request.headers['user-agent'])),
    address: addressOf(request),
    platformSource: sourcePattern.test(platformSource) ? platformSource : 'web-pc',
    logidUrl: readLogidUrl(textOf(request.headers.logidurl)),
    language: languageOf(request),
    baseUrl: baseUrlOf(request, config),
  };
}
