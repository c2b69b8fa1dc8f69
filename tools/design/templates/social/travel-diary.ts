// A travel diary: three photographs like prints on a table, the place as a stamp.
import { wavyLines } from '../../patterns.ts';
import { art, box, cover, shape, text } from '../../sketch.ts';
import { landscape, portrait, room } from '../../slots.ts';
import { defineTemplate } from '../../template.ts';

export const travelDiary = defineTemplate({
  id: 'travel-diary',
  category: 'social',
  size: 'portrait',
  title: { zh: '旅行手账拼图', en: 'Travel diary collage' },
  tags: { zh: '旅行 旅游 照片 拼图 攻略 风景', en: 'trip photos collage holiday island scrapbook' },
  palette: 'ocean',
  draw: ({ c, w, h, t }) => {
    const shadow = { color: c.ink, opacity: 0.22, blur: 36, x: 0, y: 14 };
    const print = (x: number, y: number, width: number, height: number, degrees: number, picture: typeof landscape) => [
      box(x, y, width, height, c.paper, { degrees, shadow }),
      art(picture(c), x + 26, y + 26, width - 52, height - 110, { degrees, slot: 'picture' }),
    ];
    return [
      cover(wavyLines(w, h, 74, 16, c.soft, 5), 0, 0, w, h),
      text(t('海岛三日', 'Three island\ndays'), 80, t(80, 70), 900, {
        size: t(180, 112),
        font: t('zcool-kuaile', 'pacifico'),
        color: c.accent,
        leading: t(1.2, 1.25),
      }),
      ...print(80, 420, 620, 600, -4, landscape),
      ...print(600, 560, 420, 480, 6, portrait),
      ...print(300, 930, 480, 440, 2, room),
      shape('badge', 800, 1090, 220, 220, { fill: c.second, degrees: 12 }),
      text(t('值得\n再来', 'worth\nit all'), 820, 1136, 180, {
        size: 54,
        weight: 900,
        color: c.ink,
        align: 'center',
        leading: 1.15,
        degrees: 12,
      }),
      text(t('日出、海鲜面，\n和一辆破单车', 'Sunrise, noodles\nand a rusty bike'), 60, 1180, 260, {
        size: 29,
        color: c.ink,
        leading: 1.5,
      }),
    ];
  },
});
