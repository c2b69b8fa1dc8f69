// The cover of a set of study notes: a sheet with a margin line, tabs at its edge.
import { box, cover, disc, rule, text } from '../../sketch.ts';
import { defineTemplate } from '../../template.ts';

export const studyNotes = defineTemplate({
  id: 'study-notes',
  category: 'cover',
  size: 'portrait',
  title: { zh: '学习笔记封面', en: 'Study notes cover' },
  tags: { zh: '笔记 复习 知识点 小红书 学习 资料', en: 'notes study cover revision school pdf' },
  palette: 'ocean',
  background: 'soft',
  draw: ({ c, w, h, t }) => {
    const tabs = t(['公式', '例题', '错题'], ['Rules', 'Cases', 'Traps']);
    return [
      box(110, 110, 860, 1220, c.paper, {
        radius: 0.03,
        shadow: { color: c.ink, opacity: 0.16, blur: 50, x: 0, y: 18 },
      }),
      cover(
        [
          {
            path: Array.from({ length: 11 }, (_, index) => `M0 ${index * 92}H860`).join(''),
            stroke: c.soft,
            strokeWidth: 2.5,
          },
        ],
        110,
        330,
        860,
        920,
        {},
      ),
      rule(250, 110, 4, 1220, c.accent, { opacity: 0.7 }),
      ...[0, 1, 2, 3, 4, 5].map(index => disc(178, 240 + index * 190, 20, c.soft)),
      ...tabs.flatMap((tab, index) => [
        box(930, 220 + index * 150, 130, 110, [c.second, c.accent, c.ink][index]!, { radius: 0.14 }),
        text(tab, 934, 252 + index * 150, 122, {
          size: 36,
          weight: 700,
          color: [c.ink, c.paper, c.paper][index]!,
          align: 'center',
        }),
      ]),
      text(t('高一\n物理', 'Physics\none'), 310, 380, 580, {
        size: t(210, 150),
        weight: 900,
        color: c.ink,
        leading: 1.12,
      }),
      box(310, t(880, 760), 470, 44, c.second),
      text(t('一本搞懂运动与力', 'Motion and force, in full'), 310, t(850, 734), 600, {
        size: t(58, 46),
        weight: 700,
        color: c.ink,
      }),
      text(t('32 页手写整理，可打印', '32 pages by hand, ready to print'), 310, t(980, 860), 600, {
        size: 36,
        color: c.ink,
      }),
      text(t('期末前看这一本就够', 'All you need before the finals'), 310, 1210, 620, {
        size: 40,
        weight: 700,
        color: c.accent,
      }),
    ].map(layer => (layer.width > w || layer.height > h ? { ...layer, isLocked: true } : layer));
  },
});
