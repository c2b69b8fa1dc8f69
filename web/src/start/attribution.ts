// The referral of a visit: the agent's code, the friend's share code, and the advertisement, stored from the first address on.
import { readStored, store } from '../storage.ts';

const agentCodeDays = 30;
const longestAddress = 2048;
/** The parameters that advertising networks add to links. */
const adMarks = ['bd_vid', 'qhclickid', 'gdt_vid', 'qz_gdt', 'sogouid', 'clickid'];

/** Returns the query before the hash together with the one inside it. */
function readQuery(address: string): URLSearchParams {
  const { search, hash } = new URL(address);
  return new URLSearchParams([...new URLSearchParams(search), ...new URLSearchParams(hash.split('?')[1] ?? '')]);
}

export function keepAttribution(address: string): void {
  const query = readQuery(address);
  const agentCode = query.get('agentCode');
  const shareCode = query.get('shareCode');
  if (agentCode && /^[\w-]{1,64}$/.test(agentCode)) {
    // biome-ignore lint/suspicious/noDocumentCookie: the agent code is specified as a cookie, and cookieStore is missing on plain http.
    document.cookie = `agentCode=${agentCode}; path=/; max-age=${agentCodeDays * 86_400}; samesite=lax`;
  }
  if (shareCode && /^[A-Za-z\d]{4,32}$/.test(shareCode)) store('shareCode', shareCode);
  if (adMarks.some(mark => query.has(mark)) && address.length <= longestAddress) store('logidUrl', address);
}

/** Returns the referral fields that are sent when an account is created. */
export function attributionFields(): { agentCode: string | null; shareCode: string | null } {
  const agentCode = /(?:^|;\s*)agentCode=([\w-]+)/.exec(document.cookie)?.[1] ?? null;
  return { agentCode, shareCode: readStored('shareCode') };
}
