// The title and description of watermark removal. The strings of its screen are in screen-words.ts.
import { defineWords } from 'contract/words.ts';

export const words = defineWords({
  zh: {
    title: '图片去水印',
    blurb: '涂抹或自动查找水印、文字、标志和多余物体，一次去除',
    keywords:
      '去水印 去文字 去标志 去logo 消除 涂抹 修复 inpaint remove watermark 修图 去除水印 去路人 消除笔 擦除 路人 杂物 多余 电线 日期 魔术橡皮擦 魔法橡皮擦 老照片 老照片修复 旧照片 划痕 折痕 破损 祛痘 痘痘 去痣',
  },
  en: {
    title: 'Watermark Remover',
    blurb: 'Remove watermarks, text, logos and objects: paint over them or have them found',
    keywords:
      'remove watermark text logo object erase inpaint clean up retouch remover eraser unwanted people stranger photobomb wire date stamp magic cleanup objects people tourists old restore repair scratches blemish pimple',
  },
});
