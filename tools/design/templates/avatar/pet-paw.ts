// A pet's avatar: surrounded by paw prints, with the name on a tag.
import { icon } from '../../icons.ts';
import { dog } from '../../pictures.ts';
import { art, box, disc, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const petPaw = defineTemplate({
  id: 'pet-paw',
  category: 'avatar',
  size: 'avatar',
  title: { zh: '萌宠头像框', en: 'Pet frame' },
  tags: { zh: '宠物 狗 猫 头像 可爱 爪印', en: 'pet dog cat avatar paw cute' },
  palette: 'citrus',
  background: 'second',
  draw: ({ c, t }) => [
    ...(
      [
        [60, 80, -20],
        [650, 60, 18],
        [40, 430, -8],
        [680, 440, 14],
      ] as const
    ).map(([x, y, degrees]) => icon('paw-print', x, y, 96, c.accent, 2, degrees)),
    disc(400, 360, 300, c.paper),
    art(dog(c.accent, c.ink, c.ink), 190, 150, 420, 440, { slot: 'subject' }),
    box(180, 620, 440, 120, c.ink, { radius: 0.5 }),
    disc(240, 680, 16, c.second),
    text(t('我叫豆包', 'I’m Biscuit'), 270, t(640, 646), 330, {
      size: t(64, 52),
      weight: 900,
      color: c.paper,
      align: 'center',
      leading: 1.25,
    }),
  ],
});
