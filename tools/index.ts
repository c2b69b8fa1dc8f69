// The catalogue: a tool exists once it is listed here.
import type { ToolContract } from 'contract/tool.ts';
import { aiProduct } from './ai-product/contract.ts';
import { certified } from './certified/contract.ts';
import { collage } from './collage/contract.ts';
import { compress } from './compress/contract.ts';
import { crop } from './crop/contract.ts';
import { cutoutImage } from './cutout-image/contract.ts';
import { denoise } from './denoise/contract.ts';
import { design } from './design/contract.ts';
import { gif } from './gif/contract.ts';
import { imageAnime } from './image-anime/contract.ts';
import { imageConverter } from './image-converter/contract.ts';
import { imageEditor } from './image-editor/contract.ts';
import { imageExpand } from './image-expand/contract.ts';
import { imageToText } from './image-to-text/contract.ts';
import { inpaintImage } from './inpaint-image/contract.ts';
import { inpaintVideo } from './inpaint-video/contract.ts';
import { markImage } from './mark-image/contract.ts';
import { markVideo } from './mark-video/contract.ts';
import { pdfToPictures } from './pdf-to-pictures/contract.ts';
import { photoFilter } from './photo-filter/contract.ts';
import { picturesToPdf } from './pictures-to-pdf/contract.ts';
import { quality } from './quality/contract.ts';
import { resize } from './resize/contract.ts';
import { separate } from './separate/contract.ts';
import { textToImage } from './text-to-image/contract.ts';
import { thumbnails } from './thumbnails/contract.ts';
import { upScale } from './up-scale/contract.ts';
import { videoConverter } from './video-converter/contract.ts';
import { videoParsing } from './video-parsing/contract.ts';
import { videoToText } from './video-to-text/contract.ts';

const catalogue = [
  inpaintImage,
  cutoutImage,
  aiProduct,
  textToImage,
  imageExpand,
  imageAnime,
  imageConverter,
  gif,
  photoFilter,
  imageToText,
  markImage,
  upScale,
  certified,
  thumbnails,
  quality,
  denoise,
  compress,
  resize,
  crop,
  imageEditor,
  design,
  collage,
  picturesToPdf,
  pdfToPictures,
  inpaintVideo,
  videoConverter,
  markVideo,
  separate,
  videoParsing,
  videoToText,
] as const;

/** The contracts with all they say, for types that are made from them. */
export type Tools = typeof catalogue;

export const tools: readonly ToolContract[] = catalogue;
