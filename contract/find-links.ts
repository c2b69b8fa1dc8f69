// Finds links inside pasted text, as apps share them: "7.43 复制打开抖音，看看【…】 https://v.douyin.com/abc/ 👏".

/** ASCII that may stand in a link (RFC 3986). */
const linkSigns = "[\\w\\-.~:/?#[\\]@!$&'()*+,;=%|]";
/**
 * Letters beyond ASCII count only inside a link, where more of it follows them: share texts go on in Chinese right after a link
 * without a space.
 */
const linkPattern = new RegExp(`https?://${linkSigns}+(?:[\\p{L}\\p{N}]+[./?=&%_-]${linkSigns}*)*`, 'giu');

const hasHost = /^https?:\/\/(?:[^/?#@]*@)?\[?[\p{L}\p{N}:]/iu;

const trailingSigns = new Set(".,;:!?'|");
const openings: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

function countOf(text: string, sign: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count += 1;
  return count;
}

/**
 * Without the punctuation of the sentence that the link ends; a bracket stays when the link opened it. Brackets are counted once: a request
 * of 20,000 of them took the server seven seconds when they were counted again for each one that was cut.
 */
function cutTail(link: string): string {
  const surplus: Record<string, number> = {};
  for (const [closing, opening] of Object.entries(openings))
    surplus[closing] = countOf(link, closing) - countOf(link, opening);
  let end = link.length;
  for (; end > 0; end -= 1) {
    const last = link[end - 1]!;
    const isClosing = Object.hasOwn(openings, last);
    if (isClosing ? surplus[last]! <= 0 : !trailingSigns.has(last)) break;
    if (isClosing) surplus[last]! -= 1;
  }
  return link.slice(0, end);
}

/** No host takes longer ones. */
const longestLink = 4096;

/** The http(s) links of a text in their order, each once, `most` at most. */
export function findLinks(text: string, most = 1): string[] {
  const found = new Set<string>();
  for (const [match] of text.matchAll(linkPattern)) {
    const link = cutTail(match);
    if (link.length <= longestLink && hasHost.test(link)) found.add(link);
    if (found.size >= most) break;
  }
  return [...found];
}
