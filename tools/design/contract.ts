// Design templates: pages to begin with, edited in the browser by the image editor's own canvas. They have look-ups and no call.
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { defineTool } from 'contract/tool.ts';
import { templates } from './templates.ts';

export const design = defineTool({
  name: 'design',
  route: '/editor/design',
  category: 'design',
  icon: 'layout-template',
  calls: [],
  opens: { accept: ['jpg', 'png', 'webp', 'gif', 'bmp', 'avif'], maxBytes: maxPictureBytes },
});

export const designTemplates = templates;
