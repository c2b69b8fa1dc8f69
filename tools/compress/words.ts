// The strings of compression.
import { defineWords } from 'contract/words.ts';

export const words = defineWords({
  zh: {
    title: '图片压缩',
    blurb: 'JPG、PNG、WebP、GIF 变小，画质几乎不变；也可以精确压到指定大小，批量处理',
    keywords:
      '压缩 图片压缩 变小 瘦身 减小 大小 KB 体积 jpg png webp gif compress tinypng 拍摄信息 元数据 位置信息 地理位置 定位 删除定位 去除定位 exif 隐私',
    quality: '画质',
    qualityLow: '文件更小',
    qualityHigh: '高质量',
    limitSize: '精确到指定大小',
    limitSizeHint: '先降画质，再缩小尺寸，直到不超过这个大小',
    targetKb: '不超过（KB）',
    format: '保存为',
    formatSame: '原格式',
    runOne: '压缩',
    runMany: '压缩 {count} 张图片',
    summary: '画质 {quality}',
    summarySize: '不超过 {size} KB',
  },
  en: {
    title: 'Compress Images',
    blurb: 'Make JPG, PNG, WebP and GIF files smaller, or hit an exact size, in batches',
    keywords:
      'compress shrink reduce size smaller optimise optimize kb mb tinypng squoosh jpg png webp gif exif metadata remove location gps',
    quality: 'Quality',
    qualityLow: 'Smaller file',
    qualityHigh: 'High quality',
    limitSize: 'Target file size',
    limitSizeHint: 'Adjusts quality, then dimensions, to stay below it',
    targetKb: 'Maximum (KB)',
    format: 'Save as',
    formatSame: 'Same format',
    runOne: 'Compress',
    runMany: 'Compress {count} images',
    summary: 'Quality {quality}',
    summarySize: 'At most {size} KB',
  },
});
