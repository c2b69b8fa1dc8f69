// The strings of the image editor's tile. Those of its screens are in web/src/editor/.
import { defineWords } from 'contract/words.ts';

export const words = defineWords({
  zh: {
    title: '图片编辑',
    blurb: '图层、文字、调色、贴纸和马赛克，在浏览器里编辑',
    keywords:
      'PS 在线PS 修图 P图 图层 文字 加字 贴纸 涂鸦 画笔 马赛克 打码 模糊 曲线 色阶 调色 滤镜 相框 形状 箭头 标注 截图标注 拼接 抠图 海报 排版 遮挡 车牌 隐私 人脸打码 人脸 脸部 亮度 对比度',
  },
  en: {
    title: 'Image Editor',
    blurb: 'Layers, text, color, stickers and mosaic, all in your browser',
    keywords:
      'photoshop photopea canva editor layers text caption add sticker draw brush pixelate mosaic blur censor hide curves levels color adjust filter frame shape arrow annotate screenshot poster layout edit photo retouch redact license plate privacy face faces brightness contrast',
  },
});
