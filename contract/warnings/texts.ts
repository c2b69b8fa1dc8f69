// Warnings about words: recognised text and speech, subtitles, and the prompt of a drawing.
import { maxCues } from '../subtitles/cues.ts';
import { defineWarnings } from './entry.ts';

export const textWarnings = defineWarnings({
  'no-text': {
    zh: '没有找到文字',
    en: 'No text found',
    remedy: {
      zh: '文字太小、太模糊或反光时可能找不到。请换一张更清晰的图片，或把有文字的部分裁出来再试',
      en: 'Text can be missed when it’s tiny, blurred or in glare. Try a sharper image, or crop to the part with text',
    },
  },
  'lines-left-out': {
    zh: '文字太多，只提取了最清晰的一部分',
    en: 'There’s too much text; only the clearest lines were extracted',
    remedy: { zh: '请把图片裁成几块再试', en: 'Crop the image into parts and try again' },
  },
  'text-unsure': {
    zh: '部分文字可能有误',
    en: 'Some of the text may be wrong',
    remedy: { zh: '请对照原图', en: 'Check it against the image' },
    isDoubt: true,
  },
  'no-speech': {
    zh: '没有听到说话声',
    en: 'No speech was heard',
    remedy: {
      zh: '可能只有音乐或环境声，或者声音太小。请换一个视频，或截取有人说话的一段',
      en: 'There may be only music or noise, or the voice is too quiet. Try another video, or trim to a part with speech',
    },
  },
  'rough-text': {
    zh: '这段文字错误较多',
    en: 'This text has many mistakes',
    remedy: { zh: '请逐句核对', en: 'Check it line by line' },
    isDoubt: true,
  },
  'subtitles-cut': {
    zh: `字幕太多，只保留了前 ${maxCues} 句`,
    en: `There are too many subtitles; the first ${maxCues} were kept`,
    remedy: {
      zh: '请把视频截成几段，分别添加字幕',
      en: 'Cut the video into parts, and add the subtitles of each',
    },
  },
  'subtitles-outside': {
    zh: '字幕的时间都超出了视频长度，没有添加字幕',
    en: 'All subtitles lie outside the length of the video, so none were added',
    remedy: { zh: '请整体移动字幕的时间，或换一个字幕文件', en: 'Shift all their times, or use another subtitle file' },
  },
  'nothing-understood': {
    zh: '没有找到能画的东西',
    en: 'Nothing here can be drawn',
    remedy: { zh: '试试写出具体的人、动物或景物', en: 'Name a person, an animal or a place' },
  },
  'drawn-in-other-size': {
    zh: '绘画模型画的是 {drawn}，不是想要的 {wanted}',
    en: 'The drawing model drew {drawn} instead of {wanted}',
    remedy: { zh: '想要这个尺寸，请裁剪或放大', en: 'Crop or upscale it if you need that size' },
  },
  'prompt-partly-translated': {
    zh: '这些词没有译成英文，模型可能看不懂：{words}',
    en: 'These words weren’t translated into English, so the model may not know them: {words}',
    remedy: { zh: '换个常见的说法，或直接用英文写', en: 'Use more common words, or write them in English' },
  },
  'words-unknown': {
    zh: '有些词没看懂',
    en: 'Some words weren’t understood',
    remedy: { zh: '换个常见的说法试试', en: 'Try more common words' },
  },
});
