// Design templates, edited in the browser on the image editor's canvas. The tool has lookups but no call.
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
