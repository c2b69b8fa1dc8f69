// Link parsing: the videos and images behind a link, with title, author and cover.
import { findLinks } from 'contract/find-links.ts';
import { defineTool } from 'contract/tool.ts';
import { z } from 'zod';

/** Maximum length in characters; a shared text usually has a few hundred. */
const longestText = 20_000;
/** Time for fetching the page and the first bytes of each file, while the client waits. */
const deadlineMs = 60_000;

const parseOptions = z.object({
  /** A link, or a text that contains one, as apps share it. */
  url: z
    .string()
    .max(longestText)
    .superRefine((text, context) => {
      const rule = text.trim() === '' ? 'LINK_EMPTY' : findLinks(text).length === 0 ? 'LINK_BAD' : undefined;
      if (rule) context.addIssue({ code: 'custom', params: { rule } });
    })
    .prefault(''),
});
export type ParseOptions = z.output<typeof parseOptions>;

export const videoParsing = defineTool({
  name: 'video-parsing',
  route: '/editor/videoParsing',
  category: 'video',
  icon: 'link-2',
  remedies: {
    PARSE_FAILED: ['retry'],
    LINK_WITHOUT_MEDIA: ['options'],
    LINK_SITE_UNKNOWN: ['options'],
    LINK_NO_NETWORK: ['retry'],
    LINK_LOGIN_NEEDED: ['options'],
    LINK_PROTECTED: ['options'],
    LINK_LIVE: ['options'],
    LINK_GONE: ['options'],
  },
  calls: [
    {
      name: 'parse',
      path: '/web/video/parse/newVideoRecover',
      keyCode: 'FORMAT_CONVERTER',
      lane: 'link',
      cost: { kind: 'none' },
      isCounted: true,
      deadlineMs,
      startPercent: 10,
      inputs: [],
      options: parseOptions,
      usualMs: () => 3000,
    },
  ],
});
