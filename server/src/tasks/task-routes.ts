// HTTP routes of single tasks: read, stop, download, delete and quote.

import { AppError } from 'contract/errors.ts';
import { cleanFileName } from 'contract/file-names.ts';
import * as money from 'contract/routes/points.ts';
import * as routes from 'contract/routes/tasks.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientSignal } from '../http/client-signal.ts';
import type { OpenStreams } from '../http/open-streams.ts';
import { accountOf, ownerOf, ownerOfAccount, requireToolScope } from '../http/owner.ts';
import { addList, addRoute, addStream } from '../http/routes.ts';
import { linkTo } from '../objects/objects.ts';
import { isLocked } from '../points/rights.ts';
import { senderOf, shareOfDownload } from './admission.ts';
import { audienceOf } from './audience.ts';
import { findOwnPage } from './batch-store.ts';
import type { TaskService } from './batches/batches.ts';
import { readTicket, signTicket } from './batches/ticket.ts';
import { sendZip, streamZip } from './batches/zip.ts';
import { linkPath } from './linked-files.ts';
import { presentTask } from './present.ts';
import { quoteTask } from './quote.ts';
import { firstInputs, toolsOf } from './steps.ts';
import { findTask, type TaskRow } from './store.ts';
import { readTasks } from './task-pages.ts';
import { deleteTask, requireTask, stopTask, unlockTask } from './tasks.ts';

/** The subject of the ticket for all files of one task; no batch id can contain a colon. */
const zipOfTask = (taskId: string) => `task:${taskId}`;

const bulk = { group: 'bulk' } as const;

export function addTaskRoutes(app: FastifyInstance, service: TaskService, streams: OpenStreams): void {
  const { parts, presenter } = service;
  const show = async (request: FastifyRequest, reply: FastifyReply, taskId: string) => {
    const row = await requireTask(parts, taskId, ownerOf(request, reply));
    return presentTask(presenter, row, audienceOf(service, request), service.feed.previews.find(row));
  };

  /** A task to be changed: an API key needs the scope of its tool. */
  const requireOwn = async (request: FastifyRequest, reply: FastifyReply, taskId: string) => {
    const row = await requireTask(parts, taskId, ownerOf(request, reply));
    for (const tool of toolsOf(row)) requireToolScope(request, tool);
    return row;
  };

  addRoute(app, routes.getTask, ({ params, request, reply }) => show(request, reply, params.taskId));
  addRoute(
    app,
    routes.listTasks,
    async ({ query, request, reply }) => {
      const { list, total } = await findOwnPage(parts.database, ownerOf(request, reply), query);
      const tasks = readTasks(presenter, list, audienceOf(service, request));
      return addList({ total, page: query.page, size: query.size }, 'list', tasks);
    },
    bulk,
  );
  addRoute(app, routes.cancelTask, async ({ params, request, reply }) => {
    await requireOwn(request, reply, params.taskId);
    await stopTask(parts, params.taskId);
    return show(request, reply, params.taskId);
  });
  addRoute(app, routes.downloadTask, async ({ params, body, request, reply }) => {
    const owner = ownerOf(request, reply);
    const found = await requireOwn(request, reply, params.taskId);
    if (!found.result) throw new AppError('TASK_NOT_DONE');
    // Checked before anything is paid.
    const count = (found.result?.files.length ?? 0) + (found.result?.links?.length ?? 0);
    if (!body.all && body.fileIndex >= count)
      throw new AppError('BAD_REQUEST', { issues: [{ path: 'fileIndex', error: `0-${Math.max(0, count - 1)}` }] });
    const row = await unlockTask(service, { taskId: found.id, owner, keyId: request.foundKey?.keyId ?? null });
    const { baseUrl } = audienceOf(service, request);
    if (body.all) {
      const ticket = signTicket(parts, zipOfTask(row.id), row.owner);
      return { url: `${baseUrl}${routes.taskZip.path.replace(':taskId', row.id)}?ticket=${ticket}` };
    }
    const { files = [], links = [] } = row.result ?? {};
    const file = files[body.fileIndex];
    if (file) return { url: await linkTo(parts, file.key, { baseUrl, downloadName: file.name }) };
    const place = body.fileIndex - files.length;
    const link = links[place];
    if (link) return { url: `${baseUrl}${linkPath(parts.secret, row.id, place, link.name)}` };
    throw new AppError('TASK_NOT_FOUND');
  });
  addRoute(
    app,
    money.deductionCoin,
    async ({ query, request, reply }) => {
      const owner = ownerOfAccount(accountOf(request).accountId);
      await unlockTask(service, { taskId: query.taskId, owner, coinsOnly: true });
      return show(request, reply, query.taskId);
    },
    { group: 'costly', tag: 'points', hasHead: false },
  );
  addStream(
    app,
    routes.taskZip,
    async ({ params, query, request, reply }) => {
      const { taskId } = params;
      const row = await (query.ticket
        ? findTaskOfTicket(parts, taskId, query.ticket)
        : requireTask(parts, taskId, ownerOf(request, reply)));
      streams.add(request, reply, row.owner);
      if (!row.result) throw new AppError('TASK_NOT_DONE');
      if (isLocked(parts.config, row)) throw new AppError('RESULT_LOCKED');
      const stem = firstInputs(row)[0]?.name.replace(/\.[^.]*$/, '') || nameOfLinks(row) || 'results';
      return sendZip(
        reply,
        `${stem}-${row.tool}.zip`,
        streamZip(only(row), { ...service, sender: shareOfDownload(parts, request) }),
      );
    },
    bulk,
  );
  addRoute(app, routes.deleteTask, async ({ params, request, reply }) => {
    await requireOwn(request, reply, params.taskId);
    await stopTask(parts, params.taskId);
    await deleteTask(parts, params.taskId);
    return null;
  });
  addRoute(
    app,
    routes.quoteTask,
    ({ body, request, reply }) =>
      quoteTask(service, body, {
        sender: senderOf(parts, request, reply),
        audience: audienceOf(service, request),
        requireTool: tool => requireToolScope(request, tool),
        signal: clientSignal(reply),
      }),
    { group: 'costly' },
  );
}

/** The title of a parsed link's page, for the name of its zip. */
const nameOfLinks = ({ result }: TaskRow) => cleanFileName(String(result?.meta?.title ?? '').slice(0, 60)).trim();

async function* only<T>(value: T) {
  yield value;
}

/** A ticket is issued only to the owner and opens only this task, so it stays valid after the visitor has logged in. */
async function findTaskOfTicket(parts: TaskService['parts'], taskId: string, ticket: string): Promise<TaskRow> {
  const row = readTicket(parts, zipOfTask(taskId), ticket) ? await findTask(parts.database, taskId) : undefined;
  if (!row) throw new AppError('TASK_NOT_FOUND');
  return row;
}
