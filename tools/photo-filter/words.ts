// The strings of the photo filters. The names of the looks are in contract/looks.ts, because their list is public.
import { defineWords } from 'contract/words.ts';

export const words = defineWords({
  zh: {
    title: '图片滤镜',
    blurb: '29 种滤镜，实时预览，强度可调，支持批量',
    keywords: '滤镜 调色 黑白 复古 胶片 电影 素描 去雾 HDR 怀旧 双色 修图 美化 氛围 色调 质感',
    looks: '滤镜',
    strength: '强度',
    strengthLow: '原图',
    strengthHigh: '最强',
    format: '输出格式',
    formatSame: '与原图相同',
    runOne: '套用“{look}”',
    runMany: '给 {count} 张图片套用“{look}”',
  },
  en: {
    title: 'Photo Filters',
    blurb: '29 filters with live preview and adjustable strength',
    keywords:
      'filter look colour black white vintage film cinema sketch dehaze hdr sepia duotone edit effects moody warm mood',
    looks: 'Filter',
    strength: 'Strength',
    strengthLow: 'Original',
    strengthHigh: 'Strongest',
    format: 'Output',
    formatSame: 'Same as original',
    runOne: 'Apply {look}',
    runMany: 'Apply {look} to {count} images',
  },
});
