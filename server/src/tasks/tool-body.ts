// The body of a tool call: its own options and files, and the fields common to all calls.
import * as routes from 'contract/routes/tasks.ts';
import type { ToolCall } from 'contract/tool.ts';
import { z } from 'zod';
import { nameInputs, readPayload } from './read-payload.ts';
import type { ToolRequest } from './tasks.ts';

/** The inputs that a client may send: all but those that the product makes itself. */
const sentInputs = (call: ToolCall) => call.inputs.filter(rule => !rule.isMade);

/** The schema of the file fields. `mayLack`: files may be missing. */
function filesSchema(call: ToolCall, mayLack: boolean) {
  const fields = z.object(
    Object.fromEntries(
      sentInputs(call).map(rule => {
        const name = z.string().max(4096);
        const named = rule.many ? z.array(name).min(rule.many.min).max(rule.many.max) : name;
        return [rule.field, rule.required === true && !mayLack ? named : named.optional()];
      }),
    ),
  );
  const others = call.inputs.filter(rule => rule.required === 'one').map(rule => rule.field);
  if (mayLack || others.length === 0) return fields;
  return fields.refine(sent => others.filter(field => sent[field] !== undefined).length === 1, {
    path: [others[0]!],
    error: `exactly one of ${others.join(', ')} is needed`,
  });
}

function makeBody(call: ToolCall, mayLack: boolean) {
  const schema = z.intersection(z.intersection(routes.callSchema, filesSchema(call, mayLack)), call.options);
  const fields = sentInputs(call).map(rule => rule.field);
  return z.preprocess(sent => readPayload(schema, fields, nameInputs(fields, sent)), schema);
}

export const bodyOfCall = (call: ToolCall) => makeBody(call, false);

/** The body of a quote, which may be requested before any upload. */
export const bodyOfQuote = (call: ToolCall) => makeBody(call, true);

const pick = (from: Record<string, unknown>, keys: readonly string[]) =>
  Object.fromEntries(keys.filter(key => from[key] !== undefined).map(key => [key, from[key]]));

export const pickOptions = (call: ToolCall, values: Record<string, unknown>): Record<string, unknown> =>
  pick(values, Object.keys(call.options.shape));

export const pickFiles = (call: ToolCall, values: Record<string, unknown>): ToolRequest['files'] =>
  pick(
    values,
    sentInputs(call).map(rule => rule.field),
  ) as ToolRequest['files'];
