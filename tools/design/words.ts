// The strings of the tile of design templates. Those of its pages are in web/src/designs/.
import { defineWords } from 'contract/words.ts';

export const words = defineWords({
  zh: {
    title: '设计模板',
    blurb: '海报、封面、菜单、名片，改改就能用',
    keywords:
      '模板 海报 设计 排版 封面 公众号 小红书 朋友圈 邀请函 名片 贺卡 横幅 banner 通知 公告 菜单 价目表 头像框 二维码 稿定 创客贴 可画 现成 样式 请柬 传单 节日',
  },
  en: {
    title: 'Design Templates',
    blurb: 'Posters, covers, menus and cards to make yours',
    keywords:
      'template poster design layout cover thumbnail instagram story invitation business card greeting banner notice flyer menu price list avatar frame qr code canva ready made invite birthday leaflet',
  },
});
