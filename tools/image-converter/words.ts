// The words of image format conversion.
import { defineWords } from 'contract/words.ts';

export const words = defineWords({
  zh: {
    title: '图片格式转换',
    blurb: 'JPG、PNG、WebP、AVIF、HEIC 等互转，批量处理，画质可控',
    keywords: '格式 转换 压缩 jpg png webp avif heic gif bmp tiff ico pdf',
  },
  en: {
    title: 'Image Converter',
    blurb: 'Convert between JPG, PNG, WebP, AVIF, HEIC and more, in batches, with full control of quality',
    keywords: 'format convert compress jpg png webp avif heic gif bmp tiff ico pdf',
  },
});
