// The log of a process: lines of JSON without secrets. Each line that is written for a request or a task has their ids.
import { type DestinationStream, type Logger, pino } from 'pino';
import { currentTrace } from './trace.ts';

const secrets = [
  ...['req.headers', 'err.rawPacket', 'token', 'password', '*.token', '*.password'],
  ...['authorization', '*.authorization'],
];

/** The name under which a line has the id of its request. */
export const requestIdLabel = 'requestId';

function describeTrace(logger: Logger): object {
  const trace = currentTrace();
  if (!trace) return {};
  // The log of a request itself has its id already, and JSON would hold it twice.
  const hasId = requestIdLabel in logger.bindings();
  return { ...(!hasId && { [requestIdLabel]: trace.id }), ...(trace.taskId !== undefined && { taskId: trace.taskId }) };
}

/** Logs to standard output unless told otherwise. */
export const openLog = (level: string, to?: DestinationStream): Logger =>
  pino({ level, redact: secrets, mixin: (_line, _level, logger) => describeTrace(logger as Logger) }, to as never);
