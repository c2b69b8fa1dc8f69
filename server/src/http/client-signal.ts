// Whether the client of a request still waits for its answer.
import type { FastifyReply } from 'fastify';

/** The client has disconnected before it received the answer. */
export class ClientGone extends Error {}

/** Aborts when the connection is closed before the answer has been sent. */
export function clientSignal({ raw }: FastifyReply): AbortSignal {
  const control = new AbortController();
  const leave = () => {
    if (!raw.writableFinished) control.abort(new ClientGone('the client has disconnected'));
  };
  // A client that has already disconnected emits no close event.
  if (raw.destroyed) leave();
  else raw.once('close', leave);
  return control.signal;
}
