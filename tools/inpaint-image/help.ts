// Help for watermark removal: steps, the abilities of its engine and its limits.
import { defineHelp } from 'contract/help.ts';

export const help = defineHelp({
  wishes: ['remove mark', 'remove text', 'remove person', 'remove object', 'remove face', 'remove'],
  zh: {
    steps: [
      '拖入、粘贴或选择一张或多张图片',
      '用画笔、框选或套索标出要去除的地方，或点击“自动查找水印”并确认找到的结果',
      '点击去除，对比前后效果，满意后下载',
    ],
    questions: [
      {
        question: '去除得不干净，怎么补？',
        answer:
          '点“继续编辑”，在结果上接着涂抹，只处理新涂的地方；“撤销上次去除”可以退回一步。打开“松手即去除”后，每画完一笔就处理。一张图片去除几次都只收一次费用。',
      },
      {
        question: '标记以外的画面会变吗？',
        answer:
          '不会。保存为 PNG 时，标记以外的每个像素都与原图完全一致；选择“与原图相同”时，JPG 会整体重新压缩一次。只有打开“连同漏涂的部分”时，物体边上没涂到的一小块才会一起去除，结果上会说明。',
      },
      {
        question: '去除后的画面是怎么来的？',
        answer:
          '单张图片用同一张图里的纹理和边缘补全标记的地方，擅长天空、墙面、草地、布料等。找不到合适的画面时，由神经网络推测后面是什么，页面会说明。人脸和独一无二的物体它猜不出来，标记得越小越好。',
      },
      {
        question: '多张图片有同样的水印，怎样最好？',
        answer:
          '一次加入至少 3 张（10 张以上更好）尺寸相同、水印位置相同的图片，标出水印并打开“这些图片的水印相同”。会由所有图片一起算出水印的颜色和透明度，再把它从画面里减掉，得到的是真实画面，而不是猜测。',
      },
      {
        question: '什么时候不能还原？',
        answer: '水印完全不透明、图片尺寸不同、水印位置不同，或几张其实是同一张图时，会改用补全，并在结果上说明。',
      },
      {
        question: '自动查找能找到什么？',
        answer:
          '文字（逐笔勾出）、角落里的标志、重复平铺的水印和带清晰边缘的半透明水印。画面里本来就有的文字也会找到，所以要请您确认。',
      },
      { question: '动图可以处理吗？', answer: '只处理第一帧，页面会提示。' },
      {
        question: '可以去除别人的水印吗？',
        answer: '请只处理自己拥有或已获授权的图片。水印常用来表明版权，未经允许去除可能违法。',
      },
    ],
  },
  en: {
    steps: [
      'Drop, paste or choose one or more images',
      'Mark what to remove with the brush, a rectangle or the lasso, or find watermarks automatically and confirm them',
      'Remove, compare before and after, and download',
    ],
    questions: [
      {
        question: 'Something is left over. What now?',
        answer:
          'Press “Edit again” and paint on the result: only the new marks are removed, and “Undo last removal” takes a step back. With “Remove on release” each mark is removed as soon as it is complete. One image is paid for once, however often you go on.',
      },
      {
        question: 'Does anything change outside of what I marked?',
        answer:
          'No. In a PNG every pixel outside is exactly that of the original. With “Same as original”, a JPG is compressed once more as a whole. Only with “Include what the brush missed” a small part of the object just outside is removed too, and the result says so.',
      },
      {
        question: 'Where does the new image come from?',
        answer:
          'A single image is filled with texture and edges from elsewhere in the same image, which works well for sky, walls, grass and cloth. Where nothing fits, a network imagines what may be behind, and the page says so. Faces and one-of-a-kind objects can’t be guessed. Mark as little as you can.',
      },
      {
        question: 'Many images have the same watermark. What works best?',
        answer:
          'Add at least 3 of them, better 10 or more, of the same size and with the watermark in the same place. Mark it and turn on “Same watermark on all images”. Its color and opacity are worked out from all the images and removed: you get what really was beneath, not a guess.',
      },
      {
        question: 'When is that not possible?',
        answer:
          'When the watermark is fully opaque, the sizes or positions differ, or the images are copies of one image. Then the area is filled instead, and the result says so.',
      },
      {
        question: 'What can be found automatically?',
        answer:
          'Text, stroke by stroke; logos in the corners; watermarks tiled over the image; and see-through watermarks with a clear outline. Text that belongs to the scene is found as well, so you are asked to confirm.',
      },
      { question: 'Do animations work?', answer: 'Only the first frame is processed, and the page says so.' },
      {
        question: 'May I remove any watermark?',
        answer:
          'Please only process images that you own or are allowed to change. Watermarks often show who holds the rights, and removing them without permission may be against the law.',
      },
    ],
  },
});
