// The result files of an account as MCP resources: listed newest first, small ones read inline, and links to the others.
import {
  ErrorCode,
  type ListResourcesResult,
  McpError,
  type ReadResourceResult,
  type Resource,
} from '@modelcontextprotocol/sdk/types.js';
import type { listTasks } from 'contract/routes/tasks.ts';
import * as routes from 'contract/routes/tasks.ts';
import type { Task } from 'contract/task.ts';
import type { z } from 'zod';
import { type Caller, pathOfTask } from './run-offer.ts';

type ResultFile = NonNullable<Task['result']>['files'][number];
type Needs = Pick<Caller, 'calls' | 'service'>;

const scheme = 'pixwright://task/';
/** What a client puts into the context of a model. As base64 it is a third larger. */
const maxInlineBytes = 1024 * 1024;
const tasksPerPage = 50;

export const resourceTemplates = [
  { uriTemplate: `${scheme}{taskId}/{fileIndex}`, name: 'result', description: 'A file of the result of a task' },
];

const isText = (contentType: string) => /^text\/|^application\/(json|x-subrip)$/.test(contentType);

/** The files that are open: those of a locked result are only a preview. */
const openFiles = ({ status, result }: Task): ResultFile[] =>
  status === 'done' ? (result?.files ?? []).filter(({ url, locked }) => url !== null && !locked) : [];

const describe = (task: Task): Resource[] =>
  openFiles(task).map(file => ({
    uri: `${scheme}${task.taskId}/${task.result!.files.indexOf(file)}`,
    name: file.name,
    description: task.tool,
    mimeType: file.contentType,
    ...(file.size > 0 && { size: file.size }),
  }));

function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 1;
  if (!/^[1-9]\d{0,3}$/.test(cursor)) throw new McpError(ErrorCode.InvalidParams, 'Unknown cursor');
  return Number(cursor);
}

/** Needs a key that may read tasks. */
export async function listResources({ calls }: Needs, cursor: string | undefined): Promise<ListResourcesResult> {
  const page = readCursor(cursor);
  const query = `?page=${page}&size=${tasksPerPage}`;
  const { list, total } = await calls.get<z.output<typeof listTasks.data>>(`${routes.listTasks.path}${query}`);
  const hasMore = page * tasksPerPage < total;
  return { resources: list.flatMap(describe), ...(hasMore && { nextCursor: String(page + 1) }) };
}

async function readFile({ service }: Needs, uri: string, file: ResultFile): Promise<ReadResourceResult> {
  const isOwn = !file.path.startsWith('/');
  if (!isOwn || file.size > maxInlineBytes)
    return { contents: [{ uri, mimeType: 'text/uri-list', text: `${file.url}\r\n` }] };
  const bytes = await service.parts.objects.readHead(file.path, file.size);
  const mimeType = file.contentType;
  const content = isText(mimeType) ? { text: bytes.toString('utf8') } : { blob: bytes.toString('base64') };
  return { contents: [{ uri, mimeType, ...content }] };
}

/** A task of another account is as good as absent. */
export async function readResource(needs: Needs, uri: string): Promise<ReadResourceResult> {
  const [, taskId, index] = /^pixwright:\/\/task\/([\w-]{1,64})\/(\d{1,4})$/.exec(uri) ?? [];
  // By the protocol, the code of a resource that is not there.
  const unknown = () => new McpError(-32_002, 'Resource not found', { uri });
  if (taskId === undefined) throw unknown();
  const task = await needs.calls.get<Task>(pathOfTask(routes.getTask.path, taskId));
  const file = task.result?.files[Number(index)];
  if (!file || !openFiles(task).includes(file)) throw unknown();
  return readFile(needs, uri, file);
}
