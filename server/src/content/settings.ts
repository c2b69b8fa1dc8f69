// The settings reported to clients: the server's name and links, its limits and its login methods.
import type { Settings } from 'contract/routes/content.ts';
import type { Config } from '../config.ts';
import type { Parts } from '../parts.ts';
import { isSandboxOn } from '../sandbox/sandbox.ts';
import { askedServers } from '../tasks/catalogue.ts';

const hasWechatPage = (wechat: Config['wechat']): boolean =>
  wechat.kind === 'real' ? wechat.website !== null : wechat.kind === 'sandbox';

export const settingsOf = ({ config, ffmpeg, speech }: Pick<Parts, 'config' | 'ffmpeg' | 'speech'>): Settings => ({
  brand: config.brand,
  englishHost: config.englishHost,
  retentionHours: config.retentionHours,
  timeZone: config.timeZone,
  membership: config.membership,
  codeLogin: config.sms.kind !== 'off',
  wechatLogin: config.wechat.kind !== 'off',
  wechatPage: hasWechatPage(config.wechat),
  sandbox: isSandboxOn(config),
  missing: [...(ffmpeg.isThere ? [] : (['ffmpeg'] as const)), ...(speech ? [] : (['speech'] as const))],
  speech,
  drawers: [
    ...(config.models.anime ? (['network'] as const) : []),
    // The tool that offers it starts from a picture.
    ...(askedServers(config).includes('redraw') ? (['server'] as const) : []),
  ],
  serverFills: askedServers(config).includes('fill'),
});
