// The strings of the mark canvas, the same for every tool that places marks.
import { defineWords } from 'contract/words.ts';

export const markCanvasWords = defineWords({
  zh: {
    canvas: '在画面上摆放水印：{name}',
    keys: '方向键移动，按住 Shift 移动更多。加减键改变大小，方括号旋转，Ctrl+Z 撤销。',
    undo: '撤销',
    redo: '重做',
    placedAt: '水印中心在横向 {x}%、纵向 {y}%，宽 {width}%，角度 {degrees}°',
    notShown: '这种格式无法预览，这里只显示图片的形状',
  },
  en: {
    canvas: 'Place the watermark on {name}',
    keys: 'Arrow keys move it, with Shift further. Plus and minus resize it, square brackets rotate it, Ctrl+Z undoes.',
    undo: 'Undo',
    redo: 'Redo',
    placedAt: 'Watermark center at {x}% across and {y}% down, {width}% wide, rotated {degrees}°',
    notShown: 'This format can’t be previewed. Only the shape is shown',
  },
});
