// The options of a mark that a link may set, the same for images and clips.
import { defineAsks } from '../asks.ts';
import { type Position, positions } from './place.ts';

export const markAsks = defineAsks({
  markType: {
    choices: ['text', 'image'],
    words: {
      text: '文字水印|文字|署名|text|words|signature',
      image: '图片水印|logo水印|logo|标志|商标|图标|印章|image watermark|picture watermark|stamp',
    },
  },
  position: {
    choices: positions,
    words: {
      'top-left': '左上角|左上|top left|upper left|top-left',
      'top-right': '右上角|右上|top right|upper right|top-right',
      'bottom-left': '左下角|左下|bottom left|lower left|bottom-left',
      'bottom-right': '右下角|右下|bottom right|lower right|bottom-right',
      center: '正中间|正中央|正中|居中|中间|中央|center|centre|middle',
      top: '顶部|上方|顶上|top|top center|top middle',
      bottom: '底部|下方|底下|bottom|bottom center|bottom middle',
      left: '左侧|左边|left side|left edge',
      right: '右侧|右边|right side|right edge',
    } satisfies Record<Position, string>,
  },
  tile: {
    choices: [true],
    words: {
      true: '铺满|平铺|满屏|全屏|布满|重复|密布|tile|tiled|repeat|repeating|all over|pattern|cover the whole|whole picture|across the whole',
    },
  },
});
