// What is left out of a clip, in words: for the page before a run, and for the warnings after it.
import { defineWords, fill, type Language } from '../words.ts';

/** What can be lost, by the code of its warning. */
export const lossNames = defineWords({
  zh: {
    'sounds-left-out': '{count} 条其他音轨',
    'videos-left-out': '{count} 条其他画面',
    'subtitles-left-out': '{count} 条字幕',
    'picture-subtitles-left-out': '{count} 条图形字幕（蓝光或 DVD）',
    'subtitle-styles-lost': '{count} 条字幕的字体、颜色和位置',
    'channels-reduced': '环绕声（混合为立体声）',
    'chapters-left-out': '{count} 个章节',
    'cover-left-out': '封面',
    'attachments-left-out': '{count} 个附件，例如字体',
    'data-left-out': '{count} 条数据轨，例如拍摄信息',
  },
  en: {
    'sounds-left-out': '{count} other {count:sound track|sound tracks}',
    'videos-left-out': '{count} other {count:video track|video tracks}',
    'subtitles-left-out': '{count} {count:subtitle track|subtitle tracks}',
    'picture-subtitles-left-out': '{count} {count:subtitle track|subtitle tracks} of Blu-ray or DVD pictures',
    'subtitle-styles-lost': 'fonts, colors and places of {count} {count:subtitle track|subtitle tracks}',
    'channels-reduced': 'surround sound (mixed to stereo)',
    'chapters-left-out': '{count} {count:chapter|chapters}',
    'cover-left-out': 'the cover image',
    'attachments-left-out': '{count} {count:attachment|attachments} such as fonts',
    'data-left-out': '{count} {count:data track|data tracks} such as camera information',
  },
});

export type LossWarning = keyof (typeof lossNames)['en'];

/** Something that a conversion leaves out, as its result reports it. */
export interface Loss {
  readonly what: LossWarning;
  /** The number of tracks, chapters or files. */
  readonly count: number;
}

export const isLoss = (warning: string): warning is LossWarning => Object.hasOwn(lossNames.en, warning);

const titles = { zh: '不保留', en: 'Left out' };

/** The name of a list of losses. */
export const lossTitle = (language: Language): string => titles[language];

export const lossWords = (losses: readonly Loss[], language: Language): string[] =>
  losses.map(({ what, count }) => fill(lossNames[language][what], { count }));
