// Questions to the user of an MCP client ("elicitation"). The question goes out on the stream of the tool's call, and the answer arrives as a request
// of its own, which this process must receive; if it does not, the call says how to agree by an argument instead.
import { randomUUID } from 'node:crypto';
import type { JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';

/** A person reads the price and decides. */
const maxMs = 2 * 60_000;

interface Open {
  readonly keyId: string;
  readonly answer: (agrees: boolean | undefined) => void;
}

export interface Questions {
  /** Undefined if no answer comes. */
  readonly ask: (
    question: string,
    by: { keyId: string; signal: AbortSignal; send: (request: JSONRPCRequest) => Promise<void> },
  ) => Promise<boolean | undefined>;
  /** Takes the answer to a question; one to another key's question, or to none, changes nothing. */
  readonly answer: (keyId: string, message: { readonly id?: unknown; readonly result?: unknown }) => void;
}

export function openQuestions(): Questions {
  const open = new Map<string, Open>();
  return {
    async ask(question, { keyId, signal, send }) {
      const id = randomUUID();
      const answered = new Promise<boolean | undefined>(resolve => {
        const timer = setTimeout(resolve, maxMs, undefined);
        const answer: Open['answer'] = agrees => {
          clearTimeout(timer);
          resolve(agrees);
        };
        open.set(id, { keyId, answer });
        signal.addEventListener('abort', () => answer(undefined), { once: true });
      });
      const requestedSchema = { type: 'object', properties: {} };
      try {
        const params = { mode: 'form', message: question, requestedSchema };
        await send({ jsonrpc: '2.0', id, method: 'elicitation/create', params });
        return signal.aborted ? undefined : await answered;
      } finally {
        open.get(id)?.answer(undefined);
        open.delete(id);
      }
    },
    answer(keyId, { id, result }) {
      const asked = typeof id === 'string' ? open.get(id) : undefined;
      if (asked?.keyId !== keyId) return;
      const { action } = (result ?? {}) as { action?: unknown };
      asked.answer(result === undefined ? undefined : action === 'accept');
    },
  };
}

/** A session's id says whether its client can ask its user; nothing else is kept between requests. */
const asksMark = '.asks';

export const makeSessionId = (clientCapabilities: unknown): string => {
  const { elicitation } = (clientCapabilities ?? {}) as { elicitation?: { form?: object; url?: object } };
  const canAsk = elicitation && (elicitation.form !== undefined || elicitation.url === undefined);
  return `${randomUUID()}${canAsk ? asksMark : ''}`;
};

export const canAsk = (sessionId: unknown): boolean => typeof sessionId === 'string' && sessionId.endsWith(asksMark);
