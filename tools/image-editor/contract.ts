// The image editor. It works in the browser and has no call; cutouts and removals use the calls of those tools.
import { maxPictureBytes } from 'contract/routes/uploads.ts';
import { defineTool } from 'contract/tool.ts';

export const imageEditor = defineTool({
  name: 'image-editor',
  route: '/editor/imageEditor',
  category: 'design',
  icon: 'layers',
  calls: [],
  // Formats that browsers decode, and SVG, which is split into layers.
  opens: { accept: ['jpg', 'png', 'webp', 'gif', 'bmp', 'avif', 'svg'], maxBytes: maxPictureBytes },
});
