// Warnings about clips: what was left out, colours, missing parts, watermarks that were not found.
import { type LossWarning, lossNames } from '../clip/loss-words.ts';
import { fill } from '../words.ts';
import { defineWarnings, type Warning } from './entry.ts';

const leftOut = { zh: '没有保留：{what}', en: 'Left out: {what}' };

const sayLoss = (what: LossWarning): Warning => ({
  zh: fill(leftOut.zh, { what: lossNames.zh[what] }),
  en: fill(leftOut.en, { what: lossNames.en[what] }),
});

const losses = Object.keys(lossNames.en) as LossWarning[];

export const clipWarnings = defineWarnings({
  ...(Object.fromEntries(losses.map(what => [what, sayLoss(what)])) as Record<LossWarning, Warning>),
  'hdr-not-mapped': {
    zh: '未能转换 HDR 颜色，画面可能偏灰',
    en: 'HDR colors couldn’t be converted, so the video may look washed out',
    remedy: { zh: '如果有普通画面（SDR）的原视频，请用那一个', en: 'If you have the video without HDR, use that' },
  },
  'cut-short': {
    zh: '原视频不完整，只处理了能读出的部分',
    en: 'The original is incomplete. Everything that could be read was processed',
    remedy: { zh: '如果有完整的原视频，请用那一个', en: 'If you have a complete copy, use that' },
  },
  'codec-needs-more': {
    zh: '同样的画质，新的编码比原来的占更多空间',
    en: 'The new codec needs more space than the original one for the same picture',
    remedy: {
      zh: '想保留原来的编码，请选择 MKV；想更小，请指定大小',
      en: 'Choose MKV to keep the original codec, or set a target size',
    },
  },
  'shape-unknown': {
    zh: '有的框里没有找到固定的水印，整个框都填补了',
    en: 'No fixed watermark was found in some rectangles, so they were filled completely',
    remedy: { zh: '请把框画小一点，只框住水印', en: 'Draw smaller rectangles, just around the watermark' },
  },
});
