// The switches for traces, under the names that OpenTelemetry gives them everywhere.
import { z } from 'zod';

const samplers = ['always_on', 'always_off', 'traceidratio'] as const;
const parentBased = samplers.map(name => `parentbased_${name}` as const);

/** `name=value,…`, each value percent-encoded where it must be. */
const pairs = z
  .string()
  .transform(text =>
    text
      .split(',')
      .map(pair => pair.trim())
      .filter(Boolean),
  )
  .pipe(z.array(z.string().regex(/^[^=\s]+=(?:[^%]|%[\da-f]{2})*$/i, 'must be like name=value,other=value')))
  .transform(list =>
    Object.fromEntries(
      list.map(pair => [pair.slice(0, pair.indexOf('=')), decodeURIComponent(pair.slice(pair.indexOf('=') + 1))]),
    ),
  );

export const traceSwitches = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.default({}),
  OTEL_EXPORTER_OTLP_TIMEOUT: z.coerce.number().int().min(1).default(10_000),
  OTEL_SERVICE_NAME: z.string().trim().min(1).default('pixwright'),
  OTEL_RESOURCE_ATTRIBUTES: pairs.default({}),
  OTEL_TRACES_SAMPLER: z.enum([...samplers, ...parentBased]).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OTEL_BSP_SCHEDULE_DELAY: z.coerce.number().int().min(1).default(5000),
  OTEL_BSP_MAX_QUEUE_SIZE: z.coerce.number().int().min(1).default(2048),
  OTEL_SDK_DISABLED: z.enum(['true', 'false']).default('false'),
};
const schema = z.object(traceSwitches);

export type TraceSettings = NonNullable<ReturnType<typeof traceSettings>>;

/** Null if traces are off. */
export function traceSettings(is: z.output<typeof schema> & { readonly ROLE: string }) {
  if (!is.OTEL_EXPORTER_OTLP_ENDPOINT || is.OTEL_SDK_DISABLED === 'true') return null;
  return {
    url: `${is.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '')}/v1/traces`,
    headers: is.OTEL_EXPORTER_OTLP_HEADERS,
    timeoutMs: is.OTEL_EXPORTER_OTLP_TIMEOUT,
    resource: {
      'service.name': is.OTEL_SERVICE_NAME,
      'pixwright.role': is.ROLE,
      ...is.OTEL_RESOURCE_ATTRIBUTES,
    },
    sampler: is.OTEL_TRACES_SAMPLER,
    ratio: is.OTEL_TRACES_SAMPLER_ARG,
    delayMs: is.OTEL_BSP_SCHEDULE_DELAY,
    maxWaiting: is.OTEL_BSP_MAX_QUEUE_SIZE,
  };
}
