// HTTP routes of the lookups of AI drawing.
import { type DrawingModel, drawingModels } from 'contract/drawing.ts';
import { promptCategories } from 'contract/drawing-prompts.ts';
import { AppError } from 'contract/errors.ts';
import * as routes from 'contract/routes/drawing.ts';
import type { Language } from 'contract/words.ts';
import type { FastifyInstance } from 'fastify';
import { languageOf } from '../http/language.ts';
import { addRoute } from '../http/routes.ts';
import type { Parts } from '../parts.ts';
import { allowCaching } from './caching.ts';
import { pageOf } from './page-of.ts';

const describeModel = (id: DrawingModel, language: Language) => ({
  id,
  name: drawingModels[id].name[language],
  description: drawingModels[id].blurb[language],
  isModel: id === 'server',
});

/** Registered in a scope that already handles ETags. */
export function addDrawingRoutes(app: FastifyInstance, { config }: Pick<Parts, 'config'>): void {
  const models: readonly DrawingModel[] = config.drawServer ? ['server', 'illustrator'] : ['illustrator'];
  addRoute(app, routes.promptCategoryList, ({ query, request, reply }) => {
    allowCaching(reply);
    const language = languageOf(request);
    return pageOf(
      promptCategories.map(({ id, name }) => ({ id, name: name[language] })),
      query,
    );
  });
  addRoute(app, routes.promptList, ({ query, request, reply }) => {
    allowCaching(reply);
    const language = languageOf(request);
    const all = promptCategories.flatMap(({ id, prompts }) =>
      prompts.map((prompt, i) => ({ id: `${id}-${i + 1}`, categoryId: id, name: prompt[language] })),
    );
    return pageOf(query.categoryId ? all.filter(({ categoryId }) => categoryId === query.categoryId) : all, query);
  });
  addRoute(app, routes.modelList, ({ query, request, reply }) => {
    allowCaching(reply);
    const language = languageOf(request);
    return pageOf(
      models.map(id => describeModel(id, language)),
      query,
    );
  });
  addRoute(app, routes.modelDetail, ({ query, request, reply }) => {
    allowCaching(reply);
    const id = models.find(known => known === query.id);
    if (!id) throw new AppError('NOT_FOUND');
    return describeModel(id, languageOf(request));
  });
}
