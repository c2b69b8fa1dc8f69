// Lines of text in the languages that text recognition reads, in two halves with different texts and fonts: thresholds were chosen on the first,
// and the bench reports the second.
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import type { TextLanguage } from '../engines/text/other-languages.ts';
import { degradations } from './ground/degrade.ts';
import { open, passJpeg, read } from './ground/recompress.ts';

type Half = 'tune' | 'judge';

const texts: Readonly<Record<TextLanguage, Readonly<Record<Half, readonly string[]>>>> = {
  zh: {
    tune: [
      '图书馆每周二至周日开放，时间为上午九点到晚上八点',
      '会议定于2024年6月18日14:30在上海召开',
      '快递已签收 感谢您的使用',
    ],
    judge: [
      '感谢您的订购，商品将在三日内送达',
      '请勿将手机放在座椅下方',
      '营业时间：上午10点至晚上8点',
      '禁止吸烟，违者罚款200元',
      '忘记密码？请点击这里',
      '周三休息，敬请谅解',
      '馆内请勿拍照',
    ],
  },
  'zh-Hant': {
    tune: [
      '圖書館每週二至週日開放時間為上午九點',
      '醫院門診掛號須知與費用說明',
      '聽見遠處傳來鐘聲響徹雲霄',
      '颱風來襲請關緊門窗並備妥飲水',
      '會議定於2024年6月18日14:30召開',
      '請使用USB裝置連線',
    ],
    judge: [
      '感謝您的訂購，商品將於三日內寄達',
      '請勿將手機置於座椅下方',
      '臺灣鐵路時刻與票價查詢',
      '鬱鬱寡歡的龍應對聲響',
      '營業時間：上午10點至晚上8點',
      '禁止吸菸，違者罰款新臺幣3000元',
      '週三公休，敬請見諒',
      '館內請勿拍照',
    ],
  },
  en: {
    tune: [
      'The library is open every day from nine to six.',
      'Please read this notice carefully before you sign.',
      'Price: $250.00 (incl. tax), see https://a.example/x?id=7',
    ],
    judge: [
      'Thank you for your order!',
      'Forgot your password? Click here.',
      'Delivery takes two to three days.',
      'EMERGENCY EXIT - KEEP CLEAR',
      'Room 204B, Floor 3',
      'Photography is not allowed here.',
      'Please do not park in front of the door',
    ],
  },
  ja: {
    tune: [
      '図書館は毎週火曜日から日曜日まで開いています。',
      '会議は2024年6月18日の14時30分から始まります。',
      '新しいソフトウェアをインストールしてください。',
      'USBメモリとWi-Fiの設定方法',
      '東京都渋谷区神宮前1-2-3',
      'お問い合わせ：03-1234-5678',
    ],
    judge: [
      '本日の営業時間は午前10時から午後8時までです。',
      'ご注文ありがとうございます。',
      '電車が遅れているため、少々お待ちください。',
      'パスワードを忘れた場合はこちら',
      '送料無料キャンペーン実施中',
      '大阪府大阪市北区梅田3-1-1',
      '毎週水曜日は定休日です。',
      '写真の撮影はご遠慮ください。',
    ],
  },
  ko: {
    tune: [
      '도서관은 매주 화요일부터 일요일까지 열립니다.',
      '회의는 2024년 6월 18일 14시 30분에 시작합니다.',
      '새로운 소프트웨어를 설치해 주세요.',
      'Windows 11에서 Wi-Fi를 켜세요.',
      '서울특별시 강남구 테헤란로 123',
    ],
    judge: [
      '주문해 주셔서 감사합니다.',
      '비밀번호를 잊으셨나요?',
      '오늘의 영업시간은 오전 10시부터 오후 8시까지입니다.',
      '배송은 보통 2~3일 정도 걸립니다.',
      '엘리베이터 점검 중이오니 계단을 이용해 주십시오.',
      '여기에 주차하지 마십시오.',
      '사진 촬영은 삼가 주십시오.',
    ],
  },
  de: {
    tune: [
      'Die Bücherei ist dienstags bis sonntags geöffnet.',
      'Größere Änderungen müssen früh gemeldet werden.',
      'Straße, Fußgänger, Übung und Öl kosten 12,50 €.',
      'Öffnungszeiten: 9-18 Uhr',
      'Weitere Infos: https://a.example/x?id=7',
    ],
    judge: [
      'Vielen Dank für Ihre Bestellung!',
      'Haben Sie Ihr Passwort vergessen? Bitte klicken Sie hier.',
      'Die Lieferung dauert zwei bis drei Tage.',
      'Ausgang freihalten – Rettungsweg',
      'Heute geöffnet von 10 bis 20 Uhr',
      'Fotografieren ist hier nicht erlaubt.',
      'Bitte nicht vor der Tür parken!',
    ],
  },
  es: {
    tune: [
      'La biblioteca está abierta de martes a domingo.',
      '¿Dónde está el señor Núñez? ¡Qué sorpresa!',
      'El año próximo habrá más información aquí.',
      'Teléfono: 91 234 56 78',
    ],
    judge: [
      '¡Gracias por su compra!',
      '¿Ha olvidado su contraseña? Haga clic aquí.',
      'El envío tarda entre dos y tres días.',
      'Horario: de lunes a sábado, de 10 a 20 h',
      'Mañana habrá niebla en la región',
      'Prohibido hacer fotografías aquí.',
      'No estacionar delante de la puerta',
    ],
  },
  fr: {
    tune: [
      'La bibliothèque est ouverte du mardi au dimanche.',
      "Où est la forêt ? Ça coûte 12,50 € près de l'hôtel.",
      'Noël approche, les élèves préparent leurs œuvres.',
      'Téléphone : 01 23 45 67 89',
    ],
    judge: [
      'Merci pour votre commande !',
      'Mot de passe oublié ? Cliquez ici.',
      'La livraison prend de deux à trois jours.',
      'Horaires : du lundi au samedi, de 10 h à 20 h',
      'Entrée interdite à toute personne étrangère au service',
      'Il est interdit de prendre des photos.',
      "Ne pas stationner devant la porte, s'il vous plaît",
    ],
  },
  ru: {
    tune: [
      'Библиотека открыта со вторника по воскресенье.',
      'Съешь ещё этих мягких французских булок, да выпей чаю.',
      'Встреча начнётся 18 июня 2024 года в 14:30.',
      'МОСКВА, ул. Тверская, д. 7',
      'Установите Windows 11 и Wi-Fi',
    ],
    judge: [
      'Спасибо за ваш заказ!',
      'Часы работы: с 10:00 до 20:00, без выходных',
      'Забыли пароль? Нажмите здесь.',
      'Эта программа работает на всех устройствах.',
      'Доставка занимает от двух до трёх дней.',
      'Фотографировать запрещено.',
      'Магазин закрыт до понедельника',
    ],
  },
};

/** Lists of articles, forms and standards: parts of their codes look like words of several languages. */
const codes: Readonly<Record<Half, readonly string[]>> = {
  tune: [
    'LE-2041  SE-77  DES-9',
    'DU 4410-B  EST 220/7',
    'REF LES-330 QTY 12',
    'SKU DE-1188-XL',
    'EN 13501-1 B-s1,d0',
    'PC-LE-90 / PC-SE-91',
  ],
  judge: [
    'ET-2850  ES-C320W  DS-70',
    'LA 4440  UN 1203  EL 817',
    'MODEL DER-56S S/N 00412',
    'LOT UNE-7719 EXP 04/27',
    'P/N SUR-2 REV C',
    'AVEC-12 / AVEC-14 / NE-555',
  ],
};

/** Families of the fonts of each half, as in the names of their packages; Latin and Cyrillic letters are in the fonts without a country. */
const families = { tune: 'Sans', judge: 'Serif' } as const;
const countries: Partial<Record<TextLanguage, string>> = { zh: 'SC', 'zh-Hant': 'TC', ja: 'JP', ko: 'KR' };

function fontOf(language: TextLanguage, half: Half): { family: string; file: string } {
  const [kind, country] = [families[half], countries[language] ?? ''];
  const folder = ['noto', kind.toLowerCase(), ...(country ? [country.toLowerCase()] : [])].join('-');
  const file = `@expo-google-fonts/${folder}/400Regular/Noto${kind}${country}_400Regular.ttf`;
  // The product itself ships one of these fonts.
  const modules = folder === 'noto-sans-sc' ? '../node_modules' : './node_modules';
  return {
    family: ['Noto', kind, country].join(' ').trim(),
    file: fileURLToPath(new URL(`${modules}/${file}`, import.meta.url)),
  };
}

export interface LanguagePage {
  readonly language: TextLanguage;
  readonly png: Buffer;
  readonly lines: readonly string[];
  /** Height of the letters in pixels. */
  readonly size: number;
}

const sizes = [16, 20, 28, 40] as const;
/** Lines of a page: few, so that there are many pages whose language has to be found. */
const linesOfPage = 3;
const margin = 30;

async function drawPage(lines: readonly string[], size: number, font: ReturnType<typeof fontOf>): Promise<Buffer> {
  const step = Math.round(size * 1.8);
  const layers = await Promise.all(
    lines.map(async (line, i) => ({
      left: margin,
      top: margin + i * step,
      input: await sharp({
        text: {
          text: `<span foreground="#202020">${line.replaceAll('&', '&amp;')}</span>`,
          font: `${font.family} ${size}`,
          fontfile: font.file,
          dpi: 72,
          rgba: true,
        },
      })
        .png()
        .toBuffer(),
    })),
  );
  const widths = await Promise.all(layers.map(async ({ input }) => (await sharp(input).metadata()).width));
  const [width, height] = [Math.max(...widths) + 2 * margin, lines.length * step + 2 * margin];
  return sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
    .composite(layers)
    .png()
    .toBuffer();
}

export async function makeLanguagePages(half: Half): Promise<LanguagePage[]> {
  const pages: LanguagePage[] = [];
  for (const language of Object.keys(texts) as TextLanguage[]) {
    const all = texts[language][half];
    for (const size of sizes)
      for (let from = 0; from < all.length; from += linesOfPage) {
        const lines = all.slice(from, from + linesOfPage);
        pages.push({ language, lines, size, png: await drawPage(lines, size, fontOf(language, half)) });
      }
  }
  return pages;
}

/** Pixels of letters that are hard to read. */
const smallest = 9;
/** Blur of a soft lens, in letter heights. */
const softness = 0.04;

/** Pages of traditional and simplified Chinese, each spoilt in four ways. */
export async function makeSpoiltPages(half: Half): Promise<LanguagePage[]> {
  const pages = (await makeLanguagePages(half)).filter(({ language }) => language === 'zh-Hant' || language === 'zh');
  const spoilt: LanguagePage[] = [];
  for (const [i, page] of pages.entries()) {
    const clean = await read(sharp(page.png));
    const soft = await passJpeg(await read(open(clean).blur(softness * page.size)), 75);
    const copies = [soft];
    for (const name of ['phone JPEG', 'messenger, twice', 'scan'] as const)
      copies.push((await degradations[name](clean, i + 1)).pixels);
    for (const copy of copies) spoilt.push({ ...page, png: await open(copy).png().toBuffer() });
  }
  return spoilt;
}

/** Every third page as it is, and four times harder to read: soft, softer, small, and as coarse JPEG. */
export async function makeHardPages(half: Half): Promise<LanguagePage[]> {
  const pages: LanguagePage[] = [];
  for (const page of (await makeLanguagePages(half)).filter((_, i) => i % 3 === 0)) {
    const clean = await read(sharp(page.png));
    const small = await read(open(clean).resize(Math.round((clean.width * smallest) / page.size)));
    const copies = [clean, await passJpeg(small, 70), await passJpeg(clean, 12)];
    for (const part of [0.06, 0.1]) copies.push(await passJpeg(await read(open(clean).blur(part * page.size)), 75));
    for (const copy of copies) pages.push({ ...page, png: await open(copy).png().toBuffer() });
  }
  return pages;
}

/** Pages that belong to no language, which is called English. */
export async function makeCodePages(half: Half): Promise<LanguagePage[]> {
  const pages: LanguagePage[] = [];
  for (const size of sizes)
    for (let from = 0; from < codes[half].length; from += linesOfPage) {
      const lines = codes[half].slice(from, from + linesOfPage);
      pages.push({ language: 'en', lines, size, png: await drawPage(lines, size, fontOf('en', half)) });
    }
  return pages;
}
