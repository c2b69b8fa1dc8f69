// The strings around a picture and its result.
import { defineWords } from 'contract/words.ts';

export const compareWords = defineWords({
  zh: {
    show: '显示',
    before: '原图',
    split: '对比',
    after: '结果',
    preview: '预览',
    divider: '对比分割线',
    zoomIn: '放大',
    zoomOut: '缩小',
    showWhole: '显示全图',
    keys: '按加减键缩放，按 0 显示全图，放大后用方向键移动',
  },
  en: {
    show: 'Show',
    before: 'Before',
    split: 'Compare',
    after: 'After',
    preview: 'Preview',
    divider: 'Comparison slider',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    showWhole: 'Fit to screen',
    keys: 'Press plus or minus to zoom, 0 to fit to screen, and the arrow keys to move around',
  },
});
