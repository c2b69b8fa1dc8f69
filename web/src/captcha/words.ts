// The words of the captcha.
import { defineWords } from 'contract/words.ts';

export const captchaWords = defineWords({
  zh: {
    title: '安全验证',
    close: '关闭',
    loading: '正在加载图片',
    slide: '向右拖到图案相同的缺口',
    slideLabel: '拼图滑块',
    slideHelp:
      '拼图上画着一样东西，按住滑块，把它拖到画着同样东西的缺口处松开。也可以用方向键移动：左右键每次 1 像素，按住 Shift 每次 10 像素，回车键松开。',
    slideAt: '第 {x} 像素，共 {max} 像素',
    click: '请依次点击：{words}',
    clickLabel: '点选图片，请依次点击：{words}',
    clickHelp: '也可以用方向键移动十字，每次 10 像素，按住 Shift 每次 1 像素，回车键标记。',
    marked: '已标记第 {count} 个，共 {total} 个',
    checking: '验证中',
    passed: '验证成功',
    failed: '验证失败',
    again: '换一张',
    toClick: '改为点选文字',
    toSlide: '改为拖动拼图',
    offline: '网络不通，请检查后换一张',
  },
  en: {
    title: 'Security verification',
    close: 'Close',
    loading: 'Loading the picture',
    slide: 'Slide to the gap with the same thing',
    slideLabel: 'Puzzle slider',
    slideHelp:
      'The piece shows a thing. Hold the slider, drag the piece to the gap that shows the same thing, and let go. The arrow keys move it, too: 1 pixel each, 10 with Shift; Enter lets go.',
    slideAt: 'pixel {x} of {max}',
    click: 'Click in this order: {words}',
    clickLabel: 'Picture to click on, in this order: {words}',
    clickHelp: 'The arrow keys move a cross, 10 pixels each, 1 with Shift; Enter marks.',
    marked: '{count} of {total} marked',
    checking: 'Checking',
    passed: 'Verified',
    failed: 'verification failed',
    again: 'New picture',
    toClick: 'Click words instead',
    toSlide: 'Slide puzzle instead',
    offline: 'There is no connection. Please check it, then ask for a new picture',
  },
});
