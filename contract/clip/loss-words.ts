// What is left out of a clip, in words: for the page before a run, and for the warnings after it.
import { defineWords, fill, type Language } from '../words.ts';
import { type Loss, type LossWarning, lossWarnings } from './tracks.ts';

const words = defineWords({
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
    leftOut: '不保留',
    warning: '没有保留：{what}',
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
    leftOut: 'Left out',
    warning: 'Left out: {what}',
  },
});

/** The name of a list of losses. */
export const lossTitle = (language: Language): string => words[language].leftOut;

export const lossWords = (losses: readonly Loss[], language: Language): string[] =>
  losses.map(({ what, count }) => fill(words[language][what], { count }));

const isLoss = (warning: string): warning is LossWarning => (lossWarnings as readonly string[]).includes(warning);

/** The sentence for a warning of a result, whose `meta.leftOut` has the numbers; undefined for other warnings. */
export function lossSentence(warning: string, meta: unknown, language: Language): string | undefined {
  if (!isLoss(warning)) return undefined;
  const { leftOut = [] } = (meta ?? {}) as { readonly leftOut?: readonly Loss[] };
  const [found = { what: warning, count: 1 }] = leftOut.filter(({ what }) => what === warning);
  return fill(words[language].warning, { what: lossWords([found], language)[0]! });
}
