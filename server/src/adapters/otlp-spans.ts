// Spans by OpenTelemetry's own packages, exported as OTLP over HTTP. Only loaded where an endpoint is set.
import {
  trace as api,
  type Context,
  diag,
  ROOT_CONTEXT,
  type Span as SdkSpan,
  SpanKind,
  SpanStatusCode,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { TraceSettings } from '../config-traces.ts';
import type { Span, SpanOptions, Spans, Trace } from './trace.ts';

/** Time that the last spans have when the server stops. */
const closeMs = 2000;
/** Losses are told at most this often. */
const tellEveryMs = 60_000;
const largestBatch = 512;

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

function samplerOf({ sampler, ratio }: TraceSettings): Sampler {
  const name = sampler.replace(/^parentbased_/, '');
  const root =
    name === 'traceidratio'
      ? new TraceIdRatioBasedSampler(ratio)
      : name === 'always_off'
        ? new AlwaysOffSampler()
        : new AlwaysOnSampler();
  return name === sampler ? root : new ParentBasedSampler({ root });
}

/** Counts the spans that are lost, and says so in the log at once, and then at most every minute. */
function countLosses(log: Logger): { add: (count: number, error?: unknown) => void; tell: () => void } {
  let lost = 0;
  let reason: unknown;
  let timer: NodeJS.Timeout | undefined;
  const tell = () => {
    if (lost > 0) log.warn({ spans: lost, err: reason }, 'spans were lost: the collector does not take them');
    lost = 0;
    reason = undefined;
  };
  return {
    add(count, error) {
      lost += count;
      reason ??= error;
      if (timer) return;
      tell();
      timer = setTimeout(() => {
        timer = undefined;
        tell();
      }, tellEveryMs).unref();
    },
    tell,
  };
}

/** Holds at most so many spans, those under way to the collector included, and drops what is more. */
function limitSpans(exporter: SpanExporter, { maxWaiting, delayMs, timeoutMs }: TraceSettings, log: Logger) {
  const losses = countLosses(log);
  let waiting = 0;
  const counting: SpanExporter = {
    export: (spans, done) =>
      exporter.export(spans, result => {
        waiting -= spans.length;
        if (result.error) losses.add(spans.length, result.error);
        // Told already; the processor would tell each batch again.
        done({ code: 0 });
      }),
    shutdown: () => exporter.shutdown(),
  };
  const batches = new BatchSpanProcessor({
    exporter: counting,
    scheduledDelayMillis: delayMs,
    // The exporter itself gives up earlier.
    exportTimeoutMillis: timeoutMs * 2,
    maxQueueSize: maxWaiting,
    maxExportBatchSize: Math.min(largestBatch, maxWaiting),
  });
  const processor: SpanProcessor = {
    onStart: (span, parent) => batches.onStart(span, parent),
    onEnd(span: ReadableSpan) {
      if (waiting >= maxWaiting) return losses.add(1);
      waiting += 1;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
  return { processor, tellLosses: () => losses.tell() };
}

const contextOf = ({ id, spanId, isSampled }: Trace): Context =>
  api.setSpanContext(ROOT_CONTEXT, { traceId: id, spanId, traceFlags: isSampled ? 1 : 0, isRemote: true });

/** What kind of failure it is. Messages are for the log of this server: they may name files, accounts and addresses. */
function typeOfError(error: unknown): string {
  if (typeof error === 'string') return error;
  if (!(error instanceof Error)) return 'Error';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

function failWith(span: SdkSpan, error: unknown): void {
  span.setAttribute('error.type', typeOfError(error));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

export function openSpans(settings: TraceSettings, log: Logger): Spans {
  const tell = (message: string) => log.debug({ said: message }, 'OpenTelemetry complains');
  diag.setLogger({ error: tell, warn: tell, info: tell, debug: tell, verbose: tell });
  const { url, headers, timeoutMs: timeoutMillis } = settings;
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis });
  const { processor, tellLosses } = limitSpans(exporter, settings, log);
  const random = new RandomIdGenerator();
  // The first span of a trace takes the id of its request.
  let firstId: string | undefined;
  const provider = new TracerProvider({
    resource: resourceFromAttributes(settings.resource),
    sampler: samplerOf(settings),
    idGenerator: {
      generateTraceId: () => firstId ?? random.generateTraceId(),
      generateSpanId: () => random.generateSpanId(),
    },
    spanProcessors: [processor],
  });
  const tracer = provider.getTracer('pixwright');

  function start(name: string, within: Trace, { kind, attributes = {}, agoMs = 0, isFirst }: SpanOptions = {}): Span {
    firstId = within.id;
    const options = { ...(kind && { kind: kinds[kind] }), attributes, startTime: Date.now() - agoMs };
    const span = tracer.startSpan(name, options, isFirst ? ROOT_CONTEXT : contextOf(within));
    firstId = undefined;
    const { spanId, traceFlags } = span.spanContext();
    const own: Span = {
      trace: {
        ...within,
        spanId,
        isSampled: (traceFlags & 1) === 1,
        get span() {
          return own;
        },
      },
      set: more => void span.setAttributes(more),
      fail: error => failWith(span, error),
      end: () => span.end(),
    };
    return own;
  }

  return {
    start,
    async close() {
      const timer = Promise.withResolvers<void>();
      const over = setTimeout(timer.resolve, closeMs);
      await Promise.race([provider.shutdown().catch(error => log.debug({ err: error })), timer.promise]);
      clearTimeout(over);
      tellLosses();
    },
  };
}
