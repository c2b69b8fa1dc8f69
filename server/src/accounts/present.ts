// An account as its owner sees it.
import { AppError } from 'contract/errors.ts';
import type { User } from 'contract/routes/accounts.ts';
import type { Querier } from '../adapters/postgres.ts';
import type { AccountService } from './service.ts';
import { findAccount } from './store.ts';

/** Plans and points do not exist yet. */
const withoutMembership = {
  edition: null,
  coin: 0,
  isMember: 0,
  useMaxNum: null,
  memberCreateTime: null,
  memberEndTime: null,
  memberType: null,
  functionUserList: [],
} as const;

/** ACCOUNT_GONE when the account was deleted a moment ago. */
export async function presentUser(
  { parts: { objects }, wechat }: AccountService,
  db: Querier,
  accountId: string,
  baseUrl: string,
): Promise<User> {
  const account = await findAccount(db, accountId);
  if (!account) throw new AppError('ACCOUNT_GONE');
  return {
    id: account.id,
    username: account.username,
    nickName: account.nick_name,
    nickname: account.nick_name,
    avatar: account.avatar_key && objects.publicUrl(account.avatar_key, { baseUrl }),
    gender: account.gender,
    mobile: account.mobile,
    hasPassword: account.password_hash !== null,
    isWechatBound: await wechat.isBound(db, accountId),
    shareCode: account.share_code,
    ...withoutMembership,
    functionUserList: [],
  };
}
