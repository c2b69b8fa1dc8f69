// The recipient of a reply: the base URL under which the client reaches this server, and its language.
import type { FastifyRequest } from 'fastify';
import { baseUrlOf } from '../http/base-url.ts';
import { languageOf } from '../http/language.ts';
import type { TaskService } from './batches/batches.ts';
import type { Audience } from './present.ts';

export const audienceOf = (service: TaskService, request: FastifyRequest): Audience => ({
  baseUrl: baseUrlOf(request, service.parts.config),
  language: languageOf(request),
});
