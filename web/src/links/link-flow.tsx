// The workflow of link parsing, which starts from links instead of files.

import { catalogue } from 'virtual:catalogue';
import { findLinks } from 'contract/find-links.ts';
import { mediaOfContentType } from 'contract/media.ts';
import type { CatalogueTool } from 'contract/tool.ts';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { screen as Screen } from 'tools/video-parsing/screen.tsx';
import { useLanguage } from 'ui/language.tsx';
import { mainInputOf } from '../catalogue/tool-inputs.ts';
import { ToolMenu } from '../catalogue/tool-menu.tsx';
import { settings } from '../settings.ts';
import { takeLinkSoon } from '../work/take-files.ts';
import { copyLink, downloadAll, downloadCover, downloadFile } from './link-files.ts';
import {
  cancelEntry,
  maxLinks,
  parseLink,
  parseText,
  pasteText,
  removeEntry,
  restoreEntries,
  retryEntry,
  setText,
  useLinkWork,
} from './link-work.ts';
import { forgetRecent, useRecentLinks } from './recent-links.ts';

/** Maximum number of pictures passed on at once. */
const maxHandedOn = 20;

interface HandOnProps {
  id: string;
  fileIndexes: readonly number[];
  label: string;
  menuLabel: string;
}

/** Passes the files of a link to another tool, which fetches them. */
function HandOn({ id, fileIndexes, label, menuLabel }: HandOnProps) {
  const result = useLinkWork(state => state.entries.find(entry => entry.id === id)?.task?.result);
  const navigate = useNavigate();
  const files = fileIndexes.flatMap(index => result?.files[index] ?? []).slice(0, maxHandedOn);
  const type = mediaOfContentType(files[0]?.contentType ?? '');
  const isPlaylist = type === 'm3u8' || type === 'mpd';
  const takes = (tool: CatalogueTool) => {
    const accepted = mainInputOf(tool)?.accept ?? [];
    return isPlaylist ? accepted.includes('mkv') : type !== null && accepted.includes(type);
  };
  const tools = catalogue.filter(takes);
  if (files.length === 0 || tools.length === 0) return null;

  async function handOnTo(tool: CatalogueTool) {
    for (const { url } of files) if (url) await takeLinkSoon(url, tool.name);
    navigate(tool.route);
  }

  return <ToolMenu tools={tools} label={label} menuLabel={menuLabel} onPick={tool => void handOnTo(tool)} />;
}

export function LinkFlow() {
  const language = useLanguage();
  const { entries, text, error } = useLinkWork();
  const recent = useRecentLinks();
  useEffect(restoreEntries, []);
  useEffect(() => {
    // A share text pasted anywhere on the page is parsed at once.
    const take = (event: ClipboardEvent) => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea') !== null;
      if (!isTyping && findLinks(text).length > 0) parseLink(text);
    };
    document.addEventListener('paste', take);
    return () => document.removeEventListener('paste', take);
  }, []);
  return (
    <Screen
      language={language}
      entries={entries}
      text={text}
      count={findLinks(text, maxLinks).length}
      error={error}
      recent={recent.filter(({ link }) => !entries.some(entry => entry.link === link))}
      onText={setText}
      onParse={parseText}
      onPaste={() => void pasteText()}
      onRecent={parseLink}
      onForget={forgetRecent}
      onCancel={id => void cancelEntry(id)}
      onRetry={retryEntry}
      onRemove={removeEntry}
      onDownload={downloadFile}
      onDownloadAll={id => void downloadAll(id)}
      onDownloadCover={downloadCover}
      onCopy={(id, index) => void copyLink(id, index)}
      canJoin={!settings.missing.includes('ffmpeg')}
      handOn={(id, fileIndexes, label, menuLabel) => (
        <HandOn id={id} fileIndexes={fileIndexes} label={label} menuLabel={menuLabel} />
      )}
    />
  );
}
