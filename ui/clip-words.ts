// The words of the stage that tools for clips share.
import { defineWords } from 'contract/words.ts';

export const clipWords = defineWords({
  zh: {
    trim: '截取',
    trimStart: '开始',
    trimEnd: '结束',
    trimWhole: '恢复全部',
    notPlayed: '浏览器无法直接播放这种视频，处理后即可播放',
    notPlayedSound: '浏览器无法直接播放这种声音，处理后即可播放',
    resultNotPlayed: '已完成。浏览器无法直接播放这种格式，请下载观看',
    result: '结果',
  },
  en: {
    trim: 'Trim',
    trimStart: 'Start',
    trimEnd: 'End',
    trimWhole: 'Use all of it',
    notPlayed: 'Your browser can’t play this video. The result will be playable',
    notPlayedSound: 'Your browser can’t play this sound. The result will be playable',
    resultNotPlayed: 'Done. Your browser can’t play this format; download it to watch',
    result: 'Result',
  },
});
