// Every tool the product is to have, by its route, with its name for when it is not built yet.
import type { Sentence } from 'contract/words.ts';

export const plannedTools = {
  '/editor/cutoutImage': { zh: '智能抠图', en: 'Smart Cutout' },
  '/editor/inpaintImage': { zh: '图片去水印', en: 'Image Watermark Removal' },
  '/editor/inpaintVideo': { zh: '视频去水印', en: 'Video Watermark Removal' },
  '/editor/markImage': { zh: '图片加水印', en: 'Image Watermarking' },
  '/editor/markVideo': { zh: '视频加水印', en: 'Video Watermarking' },
  '/editor/videoConverter': { zh: '视频格式转换', en: 'Video Converter' },
  '/editor/aiProduct': { zh: 'AI 商品图', en: 'AI Product Pictures' },
  '/editor/upScale': { zh: '图片无损放大', en: 'Lossless Image Enlargement' },
  '/editor/quality': { zh: '图片变清晰', en: 'Image Sharpening' },
  '/editor/certified': { zh: '证件照', en: 'ID Photo' },
  '/editor/thumbnails': { zh: '缩略图', en: 'Thumbnails' },
  '/editor/textToImage': { zh: 'AI 绘画', en: 'AI Drawing' },
  '/editor/imageAnime': { zh: '头像变动漫', en: 'Avatar to Anime' },
  '/editor/imageToText': { zh: '图片转文字', en: 'Image to Text' },
  '/editor/videoToText': { zh: '视频转文字', en: 'Video to Text' },
  '/editor/imageConverter': { zh: '图片格式转换', en: 'Image Converter' },
  '/editor/compress': { zh: '图片压缩', en: 'Compress Images' },
  '/editor/resize': { zh: '修改图片尺寸', en: 'Resize Images' },
  '/editor/gif': { zh: 'GIF 制作', en: 'GIF Maker' },
  '/editor/imageEditor': { zh: '图片编辑', en: 'Image Editor' },
  '/editor/imageExpand': { zh: 'AI 扩图', en: 'AI Image Expansion' },
  '/editor/videoParsing': { zh: '视频图集解析', en: 'Video Link Parsing' },
  '/editor/design': { zh: '设计模板', en: 'Design Templates' },
  '/editor/design/:id': { zh: '设计模板', en: 'Design Template' },
} as const satisfies Record<`/editor/${string}`, Sentence>;
