// HTTP route of the assistant: rate limits, and the answer line by line.
import { Readable } from 'node:stream';
import { AppError } from 'contract/errors.ts';
import { type ChatLine, chatProcess } from 'contract/routes/chat.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tools } from 'tools/index.ts';
import { addressOf } from '../http/address.ts';
import { failureOf } from '../http/errors.ts';
import { languageOf } from '../http/language.ts';
import { countOpenStreams, dropWhenStalled } from '../http/open-streams.ts';
import { ownerOf } from '../http/owner.ts';
import { addStream } from '../http/routes.ts';
import { countTry, hideWho } from '../limits/limits.ts';
import type { Parts } from '../parts.ts';
import { openAssistant } from './assistant.ts';

/** Limits on concurrently open answers. An answer ends within a minute or two, so few are open at a time. */
const openAnswers = { perOwner: 4, perAddress: 60, total: 300 };
const perMinute = { owner: 20, address: 200 };
/** Limit of all visitors and accounts behind one address, as a multiple of the limit of one of them. */
const addressShare = 10;
const daySeconds = 86_400;
/** A reader that accepts no data for this long is disconnected. */
const stallMs = 30_000;
/** Without this header, nginx would buffer lines instead of forwarding them. */
const unbuffered = { 'x-accel-buffering': 'no' };

/** Lines of JSON separated by line breaks, as chatgpt-web writes them. An error in between becomes the last line. */
async function* writeLines(lines: AsyncIterable<ChatLine>, request: FastifyRequest): AsyncGenerator<string> {
  let isFirst = true;
  const write = (value: unknown) => {
    const line = `${isFirst ? '' : '\n'}${JSON.stringify(value)}`;
    isFirst = false;
    return line;
  };
  try {
    for await (const line of lines) yield write(line);
  } catch (error) {
    if (!(error instanceof AppError)) request.log.error({ err: error }, 'an answer failed unexpectedly');
    const failure = failureOf(error, request);
    yield write({ type: 'Fail', status: 'Fail', message: failure.msg, ...failure });
  }
}

export function addChatRoutes(app: FastifyInstance, parts: Parts): void {
  const { config, database, secret, now } = parts;
  const assistant = openAssistant(parts, tools);
  const open = countOpenStreams(openAnswers);
  // Not earlier, because it would delay the start.
  app.addHook('onListen', () => {
    if (parts.readsHelpAhead === false) return;
    assistant.prepare().catch(error => parts.log.error({ err: error }, 'the index of the help could not be opened'));
  });

  /** Counts a question to the model; returns whether the day's questions were already used up. */
  async function isQuotaUsed(owner: string, address: string, perDay: number): Promise<boolean> {
    try {
      const limits = [
        { key: `chat-day ${owner}`, max: perDay, perSeconds: daySeconds },
        { key: `chat-day ${address}`, max: perDay * addressShare, perSeconds: daySeconds },
      ];
      for (const limit of limits) await countTry(database, limit, now());
      return false;
    } catch (error) {
      if (error instanceof AppError && error.code === 'RATE_LIMITED') return true;
      throw error;
    }
  }

  addStream(
    app,
    chatProcess,
    async ({ body, request, reply }) => {
      const owner = ownerOf(request, reply);
      const address = hideWho(secret, addressOf(request));
      open.add(request, reply, owner);
      await countTry(database, { key: `chat ${owner}`, max: perMinute.owner, perSeconds: 60 }, now());
      await countTry(database, { key: `chat ${address}`, max: perMinute.address, perSeconds: 60 }, now());
      const { chatServer } = config;
      const isOver = chatServer !== null && (await isQuotaUsed(owner, address, chatServer.perDay));
      const left = new AbortController();
      reply.raw.once('close', () => left.abort());
      if (reply.raw.destroyed) left.abort();
      const lines = assistant.answer({
        body,
        language: languageOf(request),
        server: isOver ? null : chatServer,
        instead: isOver ? 'quota' : null,
        signal: left.signal,
      });
      dropWhenStalled(reply, stallMs);
      return reply
        .headers(unbuffered)
        .send(Readable.from(writeLines(lines, request), { objectMode: true, highWaterMark: 1 }));
    },
    { group: 'costly', tag: 'chat' },
  );
}
