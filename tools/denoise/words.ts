// The strings of noise reduction.
import { defineWords } from 'contract/words.ts';

export const words = defineWords({
  zh: {
    title: '图片降噪',
    blurb: '去掉夜景和暗光照片里的噪点，细节照样保留',
    keywords: '降噪 去噪 噪点 去噪点 降低噪点 颗粒 杂点 彩噪 夜景 暗光 高感光 ISO 胶片颗粒 磨砂感',
    strength: '强度',
    strengthLow: '原图',
    strengthMiddle: '{value} · 自动',
    strengthHigh: '更平滑',
    format: '输出格式',
    formatSame: '与原图相同',
    found: '测得的噪点：亮度 {noise}，颜色 {colour}',
    foundLater: '处理后在这里显示测得的噪点',
    adviseStronger: '强度调到 {value}',
    runOne: '降噪',
    runMany: '{count} 张降噪',
  },
  en: {
    title: 'Reduce Noise',
    blurb: 'Remove the grain of night and low-light photos and keep their detail',
    keywords: 'noise reduction denoise grain grainy speckles low light night high iso color noise film grain clean',
    strength: 'Strength',
    strengthLow: 'Original',
    strengthMiddle: '{value} · auto',
    strengthHigh: 'Smoother',
    format: 'Output',
    formatSame: 'Same as original',
    found: 'Noise that was measured: {noise} in brightness, {colour} in color',
    foundLater: 'Shows how much noise was measured, after the run',
    adviseStronger: 'Set strength to {value}',
    runOne: 'Reduce noise',
    runMany: 'Reduce noise in {count} images',
  },
});
