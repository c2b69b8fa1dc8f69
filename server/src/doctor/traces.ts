// Looks at the collector of traces: whether it answers, and takes what is sent to it.
import type { Config } from '../config.ts';
import { type Finding, ok, warning } from './finding.ts';

const patienceMs = 5000;
const about = 'OTEL_EXPORTER_OTLP_ENDPOINT';

/** Sends a list of no spans, which changes nothing there. */
export async function lookAtTraces({ traces }: Config): Promise<Finding[]> {
  if (!traces) return [];
  const mend = 'Correct the address or the headers, or start the collector; until then traces are lost.';
  try {
    const { status } = await fetch(traces.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...traces.headers },
      body: JSON.stringify({ resourceSpans: [] }),
      signal: AbortSignal.timeout(patienceMs),
    });
    if (status >= 200 && status <= 299) return [ok(about, 'the collector takes traces.')];
    return [warning(about, `${traces.url} answers ${status}.`, mend)];
  } catch (error) {
    const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    return [warning(about, `${traces.url} does not answer (${code ?? message}).`, mend)];
  }
}
