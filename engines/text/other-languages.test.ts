// Pages in other languages than simplified Chinese and English are read to the letter, without being asked for, whichever way up.
import { describe, expect, it } from 'vitest';
import { sharp } from '../sharp.ts';
import { fixture } from '../test-pictures.ts';
import { findParagraphs } from './paragraphs.ts';
import { readText } from './read-text.ts';
import { drawPage, toPixels } from './test-page.ts';

const pages = {
  ja: [
    'japanese',
    '本日の営業時間は午前10時から午後8時までです。',
    '会議は2024年6月18日の14時30分から始まります。',
    'USBメモリとWi-Fiの設定方法',
  ],
  ko: [
    'korean',
    '도서관은 매주 화요일부터 일요일까지 열립니다.',
    '회의는 2024년 6월 18일 14시 30분에 시작합니다.',
    '비밀번호를 잊으셨나요?',
  ],
  ru: [
    'russian',
    'Библиотека открыта со вторника по воскресенье.',
    'Часы работы: с 10:00 до 20:00, без выходных',
    'МОСКВА, ул. Тверская',
  ],
  de: [
    'german',
    'Größere Änderungen müssen früh gemeldet werden.',
    'Straße, Fußgänger, Übung und Öl kosten 12,50 €.',
    'Weitere Infos: https://a.example/x?id=7',
  ],
  fr: [
    'french',
    'Noël approche, les élèves préparent leurs œuvres.',
    'La livraison prend de deux à trois jours.',
    'Téléphone : 01 23 45 67 89',
  ],
  es: [
    'spanish',
    '¿Dónde está el señor Núñez? ¡Qué sorpresa!',
    'El año próximo habrá más información aquí.',
    'Teléfono: 91 234 56 78',
  ],
  'zh-Hant': [
    'traditional-chinese',
    '醫院門診掛號須知與費用說明',
    '請勿將手機置於座椅下方',
    '圖書館每週二至週日開放時間為上午九點',
  ],
} as const;

const open = (name: string) =>
  sharp(fixture(`text-${name}.png`))
    .toColourspace('srgb')
    .png()
    .toBuffer();

async function read(page: Buffer, turn = 0) {
  const { lines, quarters } = await readText(await toPixels(page, turn));
  const texts = findParagraphs({ lines, quarters }).flatMap(({ rows }) => rows);
  return { texts, quarters, languages: new Set(lines.map(({ language }) => language)) };
}

describe('a page in', () => {
  it.each(Object.entries(pages))('%s is read without errors', async (language, [name, ...wanted]) => {
    const { texts, languages } = await read(await open(name));
    expect(texts).toEqual(wanted);
    expect(languages).toContain(language);
  });

  it.each([
    // The network reads it as "MOCKBA, yn. TBepcka9" and is sure of that.
    ['russian-address', 'МОСКВА, ул. Тверская, д. 8', 'Установите Windows 11 и Wi-Fi'],
    // Tesseract reads "10a20h"; the network sees the spaces.
    ['spanish-hours', 'Horario: de lunes a sábado, de 10 a 20 h', 'Mañana habrá niebla en la región'],
    // The network passes over characters that Tesseract reads, at places which it gives roughly.
    // Each reader confuses other dense characters: 微 and 徹, 笛 and 霄; the network gives one place to 選擇.
    [
      'traditional-dense',
      '購買車票請先選擇發車日期',
      '學生優惠票價僅限本人使用',
      '會員積點兌換禮品注意事項',
      '廣東話與國語發音並不相同',
      '麵包烘焙課程報名額滿為止',
      '聽見遠處傳來鐘聲響徹雲霄',
    ],
    ['traditional-notice', '停車請熄火，違者罰款新臺幣1200元', '週三公休，敬請見諒', '違規停車，拖吊費新臺幣900元'],
  ])('%s is read without errors', async (name, ...wanted) => {
    expect((await read(await open(name))).texts).toEqual(wanted);
  });

  it.each([
    ['korean', 'ko', 180, 2],
    ['japanese', 'ja', 90, 1],
  ] as const)('%s is found when it is turned', async (name, language, turn, wanted) => {
    const { texts, quarters } = await read(await open(name), turn);
    expect(quarters).toBe(wanted);
    expect(texts).toEqual(pages[language].slice(1));
  });
});

describe('a page that the network takes for another', () => {
  it('is traditional although its blurred characters are written as simplified ones', async () => {
    const wanted = ['豬肉與雞蛋價格上漲', '憑發票於七日內辦理退換貨', '緊急逃生出口由此去'];
    const size = { width: 400, height: 230 };
    const page = await drawPage(
      size,
      wanted.map((text, i) => ({ text, x: 30, y: 24 + 60 * i })),
    );
    const { texts, languages } = await read(await sharp(page).blur(1.2).jpeg({ quality: 70 }).toBuffer());
    expect(texts).toEqual(wanted);
    expect([...languages]).toEqual(['zh-Hant']);
  });

  it('is Spanish by words that French has as well', async () => {
    const text = 'No estacionar delante de la puerta';
    const page = await drawPage({ width: 500, height: 90 }, [{ text, x: 30, y: 24 }]);
    const { texts, languages } = await read(page);
    expect(texts).toEqual([text]);
    expect([...languages]).toEqual(['es']);
  });
});

describe('a page in two languages', () => {
  it('has each of its lines in its own', async () => {
    const chinese = '图书馆每周二至周日开放，请携带 USB 设备';
    const top = await drawPage({ width: 700, height: 60 }, [{ text: chinese, x: 24, y: 14 }]);
    const below = await open('russian');
    const { width = 0, height = 0 } = await sharp(below).metadata();
    const both = sharp({
      create: { width: Math.max(700, width), height: 60 + height, channels: 3, background: '#ffffff' },
    });
    const page = await both
      .composite([
        { input: top, left: 0, top: 0 },
        { input: below, left: 0, top: 60 },
      ])
      .png()
      .toBuffer();
    const { texts, languages } = await read(page);
    expect(texts).toEqual([chinese, ...pages.ru.slice(1)]);
    expect([...languages].sort()).toEqual(['ru', 'zh']);
  });
});
