// Help for the video converter: steps and questions.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  wishes: ['convert', 'compress', 'trim', 'speed', 'resize', 'rotate', 'crop'],
  zh: {
    steps: [
      '拖入、粘贴或选择一个或多个视频',
      '选择要转换的格式；需要时拖动进度条两端截取一段，或调整分辨率、大小、速度',
      '看一眼哪些原样保留、哪些重新编码，以及预计大小和用时，然后开始转换',
      '下载；多个可以打包下载',
    ],
    questions: [
      {
        question: '为什么有的视频几秒就转好了？',
        answer: '视频里的画面和声音如果新格式本来就支持，会原样放进新文件，不重新编码，所以很快，画质也不变。',
      },
      {
        question: '转换后画质会变差吗？',
        answer:
          '原样保留的不会；画质选“自动”时能保留就保留，选其他几档一律重新编码。“标准”画质正常观看几乎看不出差别，“高”更接近原片，文件也更大。',
      },
      {
        question: '能压缩到指定大小吗？',
        answer:
          '能。只想小一些，画质选“小文件”；要指定大小，在“大小、速度和声音”里填写目标 MB，误差在 3% 以内。目标很小时会自动降低分辨率。',
      },
      {
        question: '手机竖着拍的视频会变成横的吗？',
        answer: '不会。方向会保持和您看到的一样。',
      },
      {
        question: '有什么限制？',
        answer: '单个文件不超过 500 MB，一次最多转换 15 分钟，更长的视频可以分段截取。拍摄地点等信息会去掉。',
      },
    ],
  },
  en: {
    steps: [
      'Drop, paste or choose one or more videos',
      'Choose a format. Drag the two handles to trim, or set resolution, file size and speed',
      'Check what will happen: what is kept, what is re-encoded, and the expected size and time. Then convert',
      'Download; several are saved as one zip',
    ],
    questions: [
      {
        question: 'Why do some videos take only seconds?',
        answer:
          'If the new format can hold the video and sound as they are, they’re copied without re-encoding. That’s fast and loses no quality.',
      },
      {
        question: 'Does quality suffer?',
        answer:
          'Not where it’s kept as it is, which Auto does wherever it can; the other choices always re-encode. Standard is hard to tell from the original; High is closer still, in a larger file.',
      },
      {
        question: 'Can I compress to a certain size?',
        answer:
          'Yes. To make a video just smaller, choose Small file. For a certain size, enter the target under “File size, speed and sound”; the result is within 3% of it. For very small targets the resolution is lowered.',
      },
      {
        question: 'Will upright phone videos stay upright?',
        answer: 'Yes. They keep the orientation you see.',
      },
      {
        question: 'What are the limits?',
        answer:
          'Files up to 500 MB, and 15 minutes at a time; trim longer videos into parts. Details such as where it was filmed are removed.',
      },
    ],
  },
});
