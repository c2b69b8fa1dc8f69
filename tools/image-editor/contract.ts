// The image editor: it works in the browser, so it has no call of its own. Cutouts and removals are those tools' calls.
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { defineTool } from 'contract/tool.ts';

export const imageEditor = defineTool({
  name: 'image-editor',
  route: '/editor/imageEditor',
  category: 'design',
  icon: 'layers',
  calls: [],
  // What browsers decode, and drawings, which are taken apart into layers.
  opens: { accept: ['jpg', 'png', 'webp', 'gif', 'bmp', 'avif', 'svg'], maxBytes: maxPictureBytes },
});
