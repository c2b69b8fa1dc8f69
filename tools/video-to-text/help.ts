// Help for text from speech: steps and questions.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  wishes: ['transcribe', 'transcribe speech', 'extract subtitles', 'read speech', 'convert subtitles'],
  zh: {
    steps: [
      '拖入、粘贴或选择视频或录音；只要一段时，拖动进度条两端截取',
      '选择说的是哪种语言，点击开始识别，文字会一句一句出现',
      '点击一句听原声，双击修改，再下载 SRT、VTT 字幕，或 TXT、Word 文稿',
    ],
    questions: [
      {
        question: '识别准确吗？',
        answer: '发音清楚、背景安静时最准确。人名、专业词和多人同时说话容易出错，请对照原声检查。',
      },
      {
        question: '只有音乐的部分会怎样？',
        answer: '只写说话的部分。音乐、噪声和安静的地方不会写出文字。',
      },
      { question: '有什么限制？', answer: '单个文件不超过 3 GB，一次最多 2 小时，更长的可以分段截取。' },
    ],
  },
  en: {
    steps: [
      'Drop, paste or choose videos or recordings. Drag the two handles if you only need a part',
      'Choose the spoken language and start. Lines appear as they are recognized',
      'Click a line to hear it, double-click to edit, then download SRT or VTT subtitles, or the text as TXT or Word',
    ],
    questions: [
      {
        question: 'How accurate is it?',
        answer:
          'Best with a clear voice and little background noise. Names, jargon and people talking over each other are often wrong, so check them against the sound.',
      },
      {
        question: 'What about parts with only music?',
        answer: 'Only speech is written down. Music, noise and silence give no text.',
      },
      {
        question: 'What are the limits?',
        answer: 'Files up to 3 GB, and 2 hours at a time; trim longer ones into parts.',
      },
    ],
  },
});
