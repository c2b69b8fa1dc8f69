// The chat assistant, in chatgpt-web's wire format: one call that streams lines of JSON, each with the whole text so far.
import { z } from 'zod';
import { defineStream } from '../route.ts';

/** Characters of one question. */
export const maxPromptLength = 4000;
/** Earlier messages sent along with a question. */
export const maxEarlierMessages = 20;
export const maxMessageLength = 8000;

const id = z.string().max(128);

const chatBody = z.object({
  prompt: z.string().trim().min(1).max(maxPromptLength),
  options: z.object({ conversationId: id.optional(), parentMessageId: id.optional() }).optional(),
  /** The conversation so far, oldest first. The server does not store it. */
  messages: z
    .array(z.object({ role: z.enum(['user', 'assistant']), text: z.string().max(maxMessageLength) }))
    .max(maxEarlierMessages)
    .default([]),
  /** Accepted for compatibility, but ignored. */
  systemMessage: z.string().max(maxMessageLength).optional(),
  temperature: z.number().optional(),
  top_p: z.number().optional(),
});
export type ChatBody = z.output<typeof chatBody>;

const optionValue = z.union([z.string(), z.number(), z.boolean()]);

/** A tool that would fulfil the request, with options; it opens when the user clicks it. */
const proposalSchema = z.object({
  /** The tool's folder. */
  tool: z.string(),
  /** The page within the product, such as /editor/compress?targetKb=200. */
  path: z.string(),
  options: z.record(z.string(), z.union([optionValue, z.array(optionValue).readonly()])),
});
export type Proposal = z.output<typeof proposalSchema>;

const finishReasons = ['stop', 'length', 'content_filter'] as const;

const chatLine = z.object({
  role: z.literal('assistant'),
  id,
  parentMessageId: z.string(),
  conversationId: z.string(),
  /** All of the answer so far, as Markdown. */
  text: z.string(),
  /** The text that this line adds. */
  delta: z.string(),
  /** The source of the answer: the help pages, or a language model. */
  engine: z.enum(['help', 'model']),
  model: z.string().nullable(),
  /** Why the help pages answer although a model is configured: it failed, or the daily quota is used up. */
  instead: z.enum(['failed', 'quota']).nullable(),
  proposals: z.array(proposalSchema),
  detail: z.object({
    choices: z.array(z.object({ index: z.literal(0), finish_reason: z.enum(finishReasons).nullable() })),
  }),
});
export type ChatLine = z.output<typeof chatLine>;

export const chatProcess = defineStream({
  method: 'POST',
  path: '/chat-process',
  summary:
    'Asks the assistant. The answer is lines of JSON; the last one has a finish_reason, or is a failure with `type` Fail',
  body: chatBody,
  contentType: 'application/octet-stream',
});
