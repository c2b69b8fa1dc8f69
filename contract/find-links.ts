// Finds links inside pasted text, as apps share them: "7.43 复制打开抖音，看看【…】 https://v.douyin.com/abc/ 👏".

/** ASCII that may stand in a link (RFC 3986). */
const linkSigns = "[\\w\\-.~:/?#[\\]@!$&'()*+,;=%|]";
/**
 * Letters beyond ASCII count only inside a link, where more of it follows them: share texts go on in Chinese right after a link
 * without a space.
 */
const linkPattern = new RegExp(`https?://${linkSigns}+(?:[\\p{L}\\p{N}]+[./?=&%_-]${linkSigns}*)*`, 'giu');

const hasHost = /^https?:\/\/(?:[^/?#@]*@)?\[?[\p{L}\p{N}:]/iu;

const trailingSigns = /[.,;:!?'|]+$/;
const openings: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

const countOf = (text: string, sign: string) => text.split(sign).length - 1;

/** Without the punctuation of the sentence that the link ends; a bracket stays when the link opened it. */
function cutTail(link: string): string {
  let rest = link;
  for (;;) {
    const last = rest.at(-1) ?? '';
    const opening = openings[last];
    if (opening !== undefined && countOf(rest, last) > countOf(rest, opening)) rest = rest.slice(0, -1);
    else if (trailingSigns.test(rest)) rest = rest.replace(trailingSigns, '');
    else return rest;
  }
}

/** The http(s) links of a text in their order, each once, `most` at most. */
export function findLinks(text: string, most = 1): string[] {
  const found = new Set<string>();
  for (const [match] of text.matchAll(linkPattern)) {
    const link = cutTail(match);
    if (hasHost.test(link)) found.add(link);
    if (found.size >= most) break;
  }
  return [...found];
}
