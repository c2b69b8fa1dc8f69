// A night market under lanterns: the name in brush strokes, the dishes on tickets.
import { graded, hills, starrySky, wash } from '../../patterns.ts';
import { fish, lantern, noodleBowl } from '../../pictures.ts';
import { art, box, cover, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const nightMarket = defineTemplate({
  id: 'night-market',
  category: 'poster',
  size: 'a4',
  title: { zh: '老街夜市', en: 'Old Street night market' },
  tags: { zh: '夜市 美食 小吃 市集 活动 灯笼', en: 'street food market event lantern festival' },
  palette: 'night',
  draw: ({ c, w, h, t }) => {
    const stalls = t(['炭烤鱿鱼', '手擀凉面', '桂花冰粉'], ['Grilled squid', 'Cold noodles', 'Shaved ice']);
    return [
      cover([...wash(w, h, graded(90, c.ground, c.second)), ...starrySky(w, 760, 90, c.ink, 5)], 0, 0, w, h),
      cover([hills(w, 520, 150, 60, 4, c.soft), hills(w, 520, 260, 50, 9, c.paper)], 0, h - 520, w, 520),
      art(lantern(c.accent, c.ground), 70, -30, 230, 290),
      art(lantern(c.accent, c.ground), 330, -90, 170, 230),
      art(lantern(c.accent, c.ground), 940, -20, 230, 290),
      art(lantern(c.accent, c.ground), 770, -100, 150, 210),
      text(t('老街夜市', 'Old Street\nNight Market'), 90, t(400, 330), 1060, {
        size: t(250, 150),
        font: t('ma-shan-zheng', 'pacifico'),
        color: c.ink,
        align: 'center',
        leading: t(1.15, 1.35),
      }),
      text(t('六十个摊位，一条街吃到底', 'Sixty stalls, one street, all night long'), 90, t(730, 760), 1060, {
        size: t(50, 44),
        weight: 500,
        color: c.accent,
        align: 'center',
      }),
      art(noodleBowl(c.accent, c.ink, c.second), 400, 880, 440, 440),
      art(fish(c.ink, c.accent, c.ground), 140, 960, 220, 220, { degrees: -12 }),
      art(fish(c.ink, c.accent, c.ground), 890, 930, 220, 220, { degrees: 190 }),
      ...stalls.flatMap((name, index) => {
        const x = 90 + index * 360;
        return [
          box(x, 1385, 340, 110, c.accent, { radius: 0.5 }),
          text(name, x + 20, 1410, 300, {
            size: t(46, 38),
            weight: 700,
            color: c.ground,
            align: 'center',
            leading: t(1.3, 1.5),
          }),
        ];
      }),
      text(
        t(
          '8 月 16 日 – 18 日　17:00 – 23:00\n南门老街，地铁 2 号线 C 口',
          '16 – 18 August, 5 pm – 11 pm\nOld Street, South Gate, Line 2 exit C',
        ),
        90,
        1550,
        1060,
        {
          size: t(42, 40),
          weight: 500,
          color: c.ink,
          align: 'center',
          leading: 1.5,
        },
      ),
    ];
  },
});
