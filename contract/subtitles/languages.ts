// Codes of languages: what a client may send for a subtitle track, and what containers store.

/** ISO 639-1 and ISO 639-2 (bibliographic), which MP4 and Matroska store. */
const pairs =
  'aa:aar ab:abk ae:ave af:afr ak:aka am:amh an:arg ar:ara as:asm av:ava ay:aym az:aze ba:bak be:bel bg:bul bi:bis bm:bam bn:ben ' +
  'bo:tib br:bre bs:bos ca:cat ce:che ch:cha co:cos cr:cre cs:cze cu:chu cv:chv cy:wel da:dan de:ger dv:div dz:dzo ee:ewe el:gre ' +
  'en:eng eo:epo es:spa et:est eu:baq fa:per ff:ful fi:fin fj:fij fo:fao fr:fre fy:fry ga:gle gd:gla gl:glg gn:grn gu:guj gv:glv ' +
  'ha:hau he:heb hi:hin ho:hmo hr:hrv ht:hat hu:hun hy:arm hz:her ia:ina id:ind ie:ile ig:ibo ii:iii ik:ipk io:ido is:ice it:ita ' +
  'iu:iku ja:jpn jv:jav ka:geo kg:kon ki:kik kj:kua kk:kaz kl:kal km:khm kn:kan ko:kor kr:kau ks:kas ku:kur kv:kom kw:cor ky:kir ' +
  'la:lat lb:ltz lg:lug li:lim ln:lin lo:lao lt:lit lu:lub lv:lav mg:mlg mh:mah mi:mao mk:mac ml:mal mn:mon mr:mar ms:may mt:mlt ' +
  'my:bur na:nau nb:nob nd:nde ne:nep ng:ndo nl:dut nn:nno no:nor nr:nbl nv:nav ny:nya oc:oci oj:oji om:orm or:ori os:oss pa:pan ' +
  'pi:pli pl:pol ps:pus pt:por qu:que rm:roh rn:run ro:rum ru:rus rw:kin sa:san sc:srd sd:snd se:sme sg:sag si:sin sk:slo sl:slv ' +
  'sm:smo sn:sna so:som sq:alb sr:srp ss:ssw st:sot su:sun sv:swe sw:swa ta:tam te:tel tg:tgk th:tha ti:tir tk:tuk tn:tsn to:ton ' +
  'tr:tur ts:tso tt:tat ty:tah ug:uig uk:ukr ur:urd uz:uzb ve:ven vi:vie vo:vol wa:wln wo:wol xh:xho yi:yid yo:yor za:zha zh:chi ' +
  'zu:zul';
const longCodes = new Map(pairs.split(' ').map(pair => pair.split(':') as [string, string]));

export const unknownLanguage = 'und';
/** The longest tag of RFC 5646 in use; an extension makes it longer. */
export const longestTag = 35;

const nameIn = (language: string, tag: string): string | undefined =>
  new Intl.DisplayNames([language], { type: 'language', fallback: 'none' }).of(tag);

/** Returns a tag such as `zh-Hant`, from codes of two or three letters or a tag; undefined if there is no such language. */
export function readLanguageTag(sent: string): string | undefined {
  const tag = sent.trim().replaceAll('_', '-');
  if (tag.length > longestTag || !/^[a-z]{2,3}(?:-[a-z\d]{1,8})*$/i.test(tag)) return undefined;
  try {
    const [canonical = ''] = Intl.getCanonicalLocales(tag);
    const [language = ''] = canonical.split('-');
    if (language === unknownLanguage) return unknownLanguage;
    return nameIn('en', language) === undefined ? undefined : canonical;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Returns the code of three letters that containers store for a tag. */
export function containerCodeOf(tag: string): string {
  const [language = unknownLanguage] = tag.split('-');
  return longCodes.get(language) ?? (language.length === 3 ? language : unknownLanguage);
}

/** QuickTime's own name for Swedish, which elsewhere is another language. */
const quickTimeSwedish = 'sve';

/** Returns the three letters for the language that a container gives a track; undefined for the undetermined one and for anything else. */
export function readContainerCode(code: string): string | undefined {
  const tag = readLanguageTag(code === quickTimeSwedish ? 'sv' : code);
  const three = tag && containerCodeOf(tag);
  return three === unknownLanguage ? undefined : three;
}

/** The name of a track's language in the language of the page. */
export const nameLanguage = (code: string, language: 'zh' | 'en'): string =>
  nameIn(language === 'zh' ? 'zh-CN' : 'en', readLanguageTag(code) ?? unknownLanguage) ?? code;

/** The name of a language in that language, as players list tracks; undefined if it is unknown. */
export const ownNameOf = (tag: string): string | undefined => (tag === unknownLanguage ? undefined : nameIn(tag, tag));
