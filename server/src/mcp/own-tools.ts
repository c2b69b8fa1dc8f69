// The tools beside those of the catalogue: where to upload, what a run costs, and a task as it stands.
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import { AppError } from 'contract/errors.ts';
import { hasScope, type RouteScope } from 'contract/key-scopes.ts';
import * as routes from 'contract/routes/tasks.ts';
import { signUpload, type UploadSignature } from 'contract/routes/uploads.ts';
import type { Task } from 'contract/task.ts';
import { fill, type Sentence } from 'contract/words.ts';
import { z } from 'zod';
import { SchemaMismatch } from '../http/errors.ts';
import { answerData, answerTask, nameOfPrice } from './answers.ts';
import { consentField, findOffer } from './offers.ts';
import { type Caller, downloadResult, pathOfTask, type Quote } from './run-offer.ts';

interface OwnTool {
  readonly scope: RouteScope;
  readonly title: Sentence;
  readonly about: Sentence;
  readonly isReading: boolean;
  readonly schema: z.ZodObject;
  readonly run: (caller: Caller, sent: unknown) => Promise<CallToolResult>;
}

function defineOwn<const S extends z.ZodObject>(
  own: Omit<OwnTool, 'run' | 'schema'> & {
    readonly schema: S;
    readonly run: (caller: Caller, sent: z.output<S>) => Promise<CallToolResult>;
  },
): OwnTool {
  const run: OwnTool['run'] = async (caller, sent) => {
    const parsed = own.schema.safeParse(sent, { reportInput: true });
    if (!parsed.success) throw new SchemaMismatch(parsed.error);
    return own.run(caller, parsed.data as z.output<S>);
  };
  return { ...own, run };
}

const taskId = z.string().min(1).max(64);

const uploaded: Sentence = {
  zh: '请用 {method} 把文件内容发送到 url，并带上 headers 里的请求头。之后把 path 填入工具的文件参数：{path}',
  en: 'Send the bytes of the file by {method} to url, with the headers given. Then name it in the file fields of tools by its path: {path}',
};
const quoted: Sentence = { zh: '价格：{price}。{reason}', en: 'Price: {price}. {reason}' };
const free: Sentence = { zh: '免费', en: 'free' };

export const ownTools: Readonly<Record<string, OwnTool>> = {
  upload_url: defineOwn({
    scope: 'tools',
    title: { zh: '上传地址', en: 'Upload address' },
    about: {
      zh: '为一个文件签发上传地址。把内容用 PUT 发送过去后，用得到的 path 调用工具。',
      en: 'Signs an address for one file. Send the bytes there by PUT, then call a tool with the path.',
    },
    isReading: false,
    schema: signUpload.body.extend({ contentType: z.string().max(255).optional() }),
    run: async ({ calls, audience }, sent) => {
      const signed = await calls.post<UploadSignature>(signUpload.path, sent);
      return answerData(fill(uploaded[audience.language], signed), signed);
    },
  }),
  quote: defineOwn({
    scope: 'tools',
    title: { zh: '查询价格', en: 'Price of a run' },
    about: {
      zh: '查询用这些参数调用一个工具的价格和时间。不会开始运行。',
      en: 'What a tool would cost with these arguments and how long it would take. Starts nothing.',
    },
    isReading: true,
    schema: z.object({ tool: z.string().max(64), arguments: z.record(z.string(), z.unknown()).default({}) }),
    run: async ({ calls, audience: { language } }, { tool, arguments: { [consentField]: _, ...payload } }) => {
      const entry = findOffer(tool);
      if (!entry) throw new AppError('BAD_REQUEST', { issues: [{ path: 'tool', error: 'tools/list' }] });
      const quote = await calls.post<Quote>(routes.quoteTask.path, { tool: entry.call.path, payload });
      const price = nameOfPrice(quote.charge);
      const text = fill(quoted[language], { price: price ?? free[language], reason: quote.reason ?? '' }).trim();
      return answerData(text, { ...quote, [consentField]: price });
    },
  }),
  get_task: defineOwn({
    scope: 'tasks:read',
    title: { zh: '查询任务', en: 'A task as it stands' },
    about: {
      zh: '任务的进度，或已完成的任务的结果。',
      en: 'The progress of a task, or its result once it is done.',
    },
    isReading: true,
    schema: z.object({ taskId }),
    run: async ({ calls, audience }, sent) =>
      answerTask(await calls.get<Task>(pathOfTask(routes.getTask.path, sent.taskId)), audience.language),
  }),
  cancel_task: defineOwn({
    scope: 'tools',
    title: { zh: '取消任务', en: 'Cancel a task' },
    about: { zh: '停止任务，退还冻结的费用。', en: 'Stops a task and releases what it holds.' },
    isReading: false,
    schema: z.object({ taskId }),
    run: async ({ calls, audience }, sent) =>
      answerTask(await calls.post<Task>(pathOfTask(routes.cancelTask.path, sent.taskId)), audience.language),
  }),
  download_result: defineOwn({
    scope: 'tools',
    title: { zh: '取得结果文件', en: 'Files of a result' },
    about: {
      zh: '已结束的任务的文件；结果已锁定时，先支付用户同意的价格。',
      en: 'The files of a task that has ended. Pays for a locked result, for the price that the user agreed to.',
    },
    isReading: false,
    schema: z.object({ taskId, [consentField]: z.string().max(32).optional() }),
    run: (caller, sent) => downloadResult(caller, String(sent.taskId), sent[consentField]?.trim()),
  }),
};

/** The own tools that a key with these scopes may use, as the protocol describes them. */
export const listOwnTools = (scopes: readonly string[], language: 'zh' | 'en'): Tool[] =>
  Object.entries(ownTools)
    .filter(([, { scope }]) => hasScope(scopes, scope))
    .map(([name, { title, about, isReading, schema }]) => {
      const { $schema: _, ...inputSchema } = z.toJSONSchema(schema, { io: 'input' });
      return {
        name,
        title: title[language],
        description: about[language],
        inputSchema: inputSchema as Tool['inputSchema'],
        annotations: { readOnlyHint: isReading, destructiveHint: false, openWorldHint: false },
      };
    });
