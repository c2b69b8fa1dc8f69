// The name, links and features of this server. The server writes them into the page; without a server the defaults apply.
import type { Settings } from 'contract/routes/content.ts';
import type { Language } from 'contract/words.ts';

const unbranded: Settings = {
  brand: {
    nameZh: '图匠',
    nameEn: 'Pixwright',
    logoUrl: null,
    company: null,
    filingNumber: null,
    contactEmail: null,
    contactPhone: null,
    socialQrUrl: null,
    windowsClientUrl: null,
    androidClientUrl: null,
  },
  englishHost: null,
  retentionHours: 24,
  timeZone: 'Asia/Shanghai',
  membership: false,
  codeLogin: true,
  wechatLogin: true,
  wechatPage: true,
  sandbox: false,
  missing: [],
  speech: null,
  drawers: [],
  serverFills: false,
};

function readSettings(): Settings {
  const text = globalThis.document?.getElementById('settings')?.textContent;
  if (!text) return unbranded;
  const given = JSON.parse(text) as Partial<Settings>;
  return { ...unbranded, ...given, brand: { ...unbranded.brand, ...given.brand } };
}

export const settings: Settings = readSettings();

/** Returns whether the operator has set an e-mail address or a phone number. */
export const hasContact = (): boolean => settings.brand.contactEmail !== null || settings.brand.contactPhone !== null;

/** Returns whether the operator offers an app. */
export const hasClients = (): boolean =>
  settings.brand.windowsClientUrl !== null || settings.brand.androidClientUrl !== null;

export const brandName = (language: Language): string =>
  language === 'zh' ? settings.brand.nameZh : settings.brand.nameEn;
