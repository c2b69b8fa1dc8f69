// Finds links in text pasted from apps, such as "7.43 复制打开抖音，看看【…】 https://v.douyin.com/abc/ 👏".

/** ASCII characters allowed in a link (RFC 3986). */
const linkSigns = "[\\w\\-.~:/?#[\\]@!$&'()*+,;=%|]";
/**
 * Non-ASCII letters, as in the names of hosts and files, count only if more of the link follows them: in pasted text, Chinese often continues right
 * after a link without a space.
 */
const linkPattern = new RegExp(`https?://${linkSigns}*(?:[\\p{L}\\p{N}]+[./?=&%_-]${linkSigns}*)*`, 'giu');

const hasHost = /^https?:\/\/(?:[^/?#@]*@)?\[?[\p{L}\p{N}:]/iu;

const trailingSigns = new Set(".,;:!?'|");
const openings: Readonly<Record<string, string>> = { ')': '(', ']': '[' };

function countOf(text: string, sign: string): number {
  let count = 0;
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count += 1;
  return count;
}

/**
 * Removes sentence punctuation after the link; a closing bracket stays if the link contains its opening one. Brackets are counted once: counting them
 * again for every removed one took seven seconds for a request with 20,000.
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

/** Servers do not accept longer ones. */
const longestLink = 4096;

/** The http(s) links in a text, in order and without duplicates, `max` at most. */
export function findLinks(text: string, max = 1): string[] {
  const found = new Set<string>();
  for (const [match] of text.matchAll(linkPattern)) {
    const link = cutTail(match);
    if (link.length <= longestLink && hasHost.test(link)) found.add(link);
    if (found.size >= max) break;
  }
  return [...found];
}
