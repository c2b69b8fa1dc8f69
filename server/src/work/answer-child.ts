// Queries a model server for a child, and tells it the progress, the unfinished pictures and the answer.
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { type AskedServers, askForPictures, askServer, type DrawAsker } from './ask-server.ts';
import { type FromChild, sendMessage } from './messages.ts';
import { RunFault } from './runner.ts';
import type { UnfinishedPictures } from './unfinished-pictures.ts';

interface Answering {
  readonly pipe: Duplex;
  readonly servers: AskedServers | undefined;
  /** Its signal aborts when the run ends. */
  readonly asker: Omit<DrawAsker, 'onProgress' | 'onUnfinished'>;
  readonly unfinished: UnfinishedPictures;
  readonly log: Logger;
}

/** Throws RunFault for a question that no genuine run asks. */
export async function answerChild(
  { number, question }: Extract<FromChild, { kind: 'ask' }>,
  { pipe, servers = {}, asker, unfinished, log }: Answering,
): Promise<void> {
  const { signal } = asker;
  const onProgress = (fraction: number) => {
    if (!signal.aborted) sendMessage(pipe, { kind: 'drawing', question: number, fraction });
  };
  const onUnfinished = (picture: Buffer) => {
    if (!signal.aborted) unfinished.send(number, picture);
  };
  unfinished.open(number);
  const asked =
    question.server === 'draw'
      ? askForPictures(servers.draw, question, { ...asker, onProgress, onUnfinished })
      : askServer(servers, question, asker);
  const answer = await asked.catch((cause: unknown) => {
    throw new RunFault('a child asked what no run asks', { cause });
  });
  unfinished.close(number);
  if (signal.aborted) return;
  if (answer.status < 200 || answer.status > 299)
    log.warn(
      { server: question.server, status: answer.status, said: answer.body.slice(0, 500) },
      'a model server failed',
    );
  sendMessage(pipe, { kind: 'answer', question: number, ...answer });
}
