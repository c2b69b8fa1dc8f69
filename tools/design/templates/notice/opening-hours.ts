// Opening hours as a table that is legible from across the street.
import { icon } from '../../icons.ts';
import { box, rule, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const openingHours = defineTemplate({
  id: 'opening-hours',
  category: 'notice',
  size: 'a4',
  title: { zh: '营业时间牌', en: 'Opening hours' },
  tags: { zh: '营业时间 门店 开门 时间表 药店', en: 'opening hours shop door sign times' },
  palette: 'charcoal',
  draw: ({ c, t }) => {
    const days = t(
      [
        ['周一至周四', '8:00 – 20:00'],
        ['周五', '8:00 – 22:00'],
        ['周六', '9:00 – 22:00'],
        ['周日', '10:00 – 18:00'],
      ],
      [
        ['Monday – Thursday', '8 am – 8 pm'],
        ['Friday', '8 am – 10 pm'],
        ['Saturday', '9 am – 10 pm'],
        ['Sunday', '10 am – 6 pm'],
      ],
    );
    return [
      icon('clock', 110, 110, 170, c.accent, 2),
      text(t('营业时间', 'Opening\nhours'), 106, t(330, 320), 1040, {
        size: t(230, 180),
        weight: 900,
        color: c.ink,
        leading: 1.1,
      }),
      ...days.flatMap(([day = '', hours = ''], index) => {
        const y = 780 + index * 160;
        return [
          rule(110, y, 1020, 3, c.second),
          text(day, 110, y + 44, 540, { size: 54, color: c.ink }),
          text(hours, 610, y + 44, 520, {
            size: 54,
            weight: 700,
            color: index === 3 ? c.accent : c.ink,
            align: 'right',
          }),
        ];
      }),
      rule(110, 1420, 1020, 3, c.second),
      box(110, 1490, 1020, 150, c.accent, { radius: 0.5 }),
      text(t('节假日照常营业，除夕休息', 'Open on holidays, but not on New Year’s Eve'), 140, 1536, 960, {
        size: t(52, 38),
        weight: 700,
        color: c.ground,
        align: 'center',
        leading: t(1.2, 1.4),
      }),
    ];
  },
});
