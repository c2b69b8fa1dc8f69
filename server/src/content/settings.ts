// What clients are told about this server: its name, links and limits.
import type { Settings } from 'contract/routes/content.ts';
import type { Config } from '../config.ts';
import { isSandboxOn } from '../sandbox/sandbox.ts';

const hasWechatPage = (wechat: Config['wechat']): boolean =>
  wechat.kind === 'real' ? wechat.website !== null : wechat.kind === 'sandbox';

export const settingsOf = (config: Config): Settings => ({
  brand: config.brand,
  englishHost: config.englishHost,
  retentionHours: config.retentionHours,
  wechatLogin: config.wechat.kind !== 'off',
  wechatPage: hasWechatPage(config.wechat),
  sandbox: isSandboxOn(config),
});
