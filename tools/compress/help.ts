// Help for compression: steps and questions.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  wishes: ['compress', 'compress photos', 'compress icon'],
  zh: {
    steps: [
      '拖入、粘贴或选择一张或多张图片',
      '调整画质，或者打开“精确到指定大小”并填写 KB 数',
      '点击压缩，查看压缩前后的大小并左右对比画质',
      '下载；多张可以打包下载',
    ],
    questions: [
      {
        question: '画质调到多少合适？',
        answer: '75 时文件通常小一半以上，正常观看几乎看不出差别。要打印或再编辑，可以用 85 以上。',
      },
      {
        question: 'PNG 是怎么变小的？',
        answer: '颜色减少到最多 256 种，透明保留。画质调到 100 时不减少颜色，完全无损。',
      },
      {
        question: '动图压缩后还会动吗？',
        answer: '会。GIF、WebP、APNG 和 AVIF 动图的每一帧和播放速度都保留，后两种保存为 WebP。',
      },
      { question: '照片里的拍摄信息会保留吗？', answer: '不会。拍摄时间、相机和定位都会去掉，照片方向会先摆正。' },
    ],
  },
  en: {
    steps: [
      'Drop, paste or choose one or more images',
      'Set the quality, or switch on “Target file size” and enter the KB',
      'Compress, then compare sizes and images before and after',
      'Download one, or all of them as a zip',
    ],
    questions: [
      {
        question: 'Which quality should I choose?',
        answer:
          '75 usually halves the file or better, and the difference is hard to see. For printing or more editing, use 85 or higher.',
      },
      {
        question: 'How does a PNG get smaller?',
        answer: 'Its colors are reduced to 256 at most; transparency stays. At quality 100 nothing is lost at all.',
      },
      {
        question: 'Do animations still move?',
        answer:
          'Yes. Every frame and the speed of animated GIF, WebP, APNG and AVIF are kept; the last two are saved as WebP.',
      },
      {
        question: 'Are photo details kept?',
        answer: 'No. Date, camera and location are removed; the photo is turned upright first.',
      },
    ],
  },
});
