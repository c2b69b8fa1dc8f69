// Help for ID photos: steps and questions.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  wishes: ['idPhoto', 'idPhoto background', 'replace idPhoto', 'compress idPhoto', 'merge idPhoto', 'resize idPhoto'],
  zh: {
    steps: [
      '选一张正对镜头、光线均匀的照片，头顶和肩膀要拍全，手机照片就可以。',
      '选择照片规格，例如“一寸”“美国签证”；没有的可以自己填毫米或像素。',
      '选背景颜色；需要打印就选一种相纸，需要上传就限制文件大小。',
      '点击“制作证件照”，看看参考线和提示。头的位置可以直接在照片上拖动，满意就下载。',
    ],
    questions: [
      {
        question: '头的大小和位置是怎么定的？',
        answer:
          '每种规格都有自己的规定：头部高度、眼睛的高度或头顶的留白。先在照片里找到脸，把歪的头扶正，再按规定的中间值裁剪。原图空间不够时，会尽量在规定范围内调整，做不到会告诉您。规定会变，递交前请再看一眼办理机构的最新要求。',
      },
      {
        question: '为什么我的照片被拒绝了？',
        answer: '没有人脸、有好几张脸、头部没拍全、脸太小，都做不成证件照，提示里会说明该怎么办。',
      },
      {
        question: '结婚登记照怎么做？',
        answer: '选规格“结婚证”，用一张两人并肩、都正对镜头的合照，会自动裁成 53 × 35 毫米的红底双人照。',
      },
      {
        question: '头发、肩膀没抠干净怎么办？',
        answer: '点“继续编辑”，用“保留”或“去除”画笔在边缘涂一下，再点“应用更改”。',
      },
      {
        question: '“精确到指定大小”是怎么做到的？',
        answer: '先找到不超过这个大小的最好画质，再用 JPEG 的注释补足差的字节。照片本身不受影响，任何软件都能打开。',
      },
      {
        question: '哪种照片效果最好？',
        answer: '在单色墙面前、光线均匀、正对镜头的照片。背景杂乱时，细碎的头发可能不够完美。照片不会发给第三方。',
      },
      {
        question: '打印出来大小准吗？',
        answer: '排版是 300 dpi，照片之间有裁切线。打印时请选择“实际大小”，不要选“适合页面”。',
      },
    ],
  },
  en: {
    steps: [
      'Pick a photo that faces the camera in even light, with all of the hair and both shoulders. One from a phone will do.',
      'Choose the size, such as “US visa”; if yours is missing, enter millimeters or pixels.',
      'Choose the background. To print, add a sheet; to upload, limit the file size.',
      'Press “Create ID photo” and look at the guides and notes. Drag the photo to move the head, then download it.',
    ],
    questions: [
      {
        question: 'How are the size and position of the head decided?',
        answer:
          'Each size has rules: the height of the head, the position of the eyes, or the space above the hair. The face is found, a tilted head is straightened, and the photo is cropped to the middle of what the rules allow. If the original has too little space, the crop moves within the rules; if that isn’t enough, the page says so. Rules change, so check what your office publishes.',
      },
      {
        question: 'Why was my photo refused?',
        answer:
          'An ID photo can’t be made without a face, with several faces, with a head that is cut off, or with a face that is too small. The message says what to do.',
      },
      {
        question: 'How do I make a photo for a Chinese marriage certificate?',
        answer:
          'Choose “China marriage certificate (couple)” and a photo of both of you side by side, facing the camera. It becomes 53 × 35 mm on red.',
      },
      {
        question: 'Hair or shoulders are cut out wrong. What can I do?',
        answer: 'Press “Edit again”, paint the edge with Keep or Erase, and press “Apply changes”.',
      },
      {
        question: 'How does “Exact file size” work?',
        answer:
          'The best quality below that size is found, and the missing bytes are filled with a JPEG comment. The photo itself is not touched, and every program opens it.',
      },
      {
        question: 'Which photos work best?',
        answer:
          'A photo in even light, facing the camera, in front of a plain wall. Loose hair against a busy background may be imperfect. Your photo is not passed to third parties.',
      },
      {
        question: 'Is the print the right size?',
        answer: 'The sheet has 300 dpi and cut lines. Print it at “actual size”, not “fit to page”.',
      },
    ],
  },
});
