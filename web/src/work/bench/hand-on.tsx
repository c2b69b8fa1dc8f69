// Passes a result on to another tool, as if the user had downloaded it and added it there.

import { catalogue } from 'virtual:catalogue';
import { type MediaName, media, mediaOfContentType } from 'contract/media.ts';
import type { Task } from 'contract/task.ts';
import type { CatalogueTool } from 'contract/tool.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useWords } from 'ui/language.tsx';
import type { AnyScreen } from 'ui/tool-screen.ts';
import { acceptedBy } from '../../catalogue/tool-inputs.ts';
import { ToolMenu } from '../../catalogue/tool-menu.tsx';
import { showToast } from '../../notices.ts';
import { unlockNote } from '../../pay/unlock.ts';
import { useSession } from '../../session.ts';
import { fetchResult } from '../../tasks/results.ts';
import { workWords } from '../../words/work.ts';
import type { WorkItem } from '../items/item.ts';
import { settle } from './changes.ts';
import { unlockPrice } from './downloads.ts';
import { takeFiles } from './intake.ts';
import { afterPayment } from './result-actions.ts';

interface HandOnProps {
  item: WorkItem;
  screen: AnyScreen;
  /** The index of the file shown, if the result has several. */
  fileIndex: number;
  /** Its content type. */
  contentType: string;
  /** The result no longer matches the current options. */
  isDisabled: boolean;
}

const takes = (tool: CatalogueTool, type: MediaName) => acceptedBy(tool).includes(type);

export function HandOn({ item, screen, fileIndex, contentType, isDisabled }: HandOnProps) {
  const t = useWords(workWords);
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const user = useSession(state => state.user);
  const price = unlockPrice([item], user);
  const type = mediaOfContentType(contentType);
  const tools = type ? catalogue.filter(tool => (tool.name !== item.tool || screen.goesOn) && takes(tool, type)) : [];
  if (!type || tools.length === 0) return null;

  async function handOn(task: Task, tool: CatalogueTool, kind: MediaName) {
    const bytes = await fetchResult(task.taskId, fileIndex);
    const name = task.result?.files[fileIndex]?.name ?? '';
    takeFiles([new File([bytes], name, { type: media[kind].contentType })], tool.name);
    navigate(tool.route);
  }

  async function handOnTo(tool: CatalogueTool, kind: MediaName) {
    setIsBusy(true);
    try {
      const [settled] = await settle([item], screen);
      const task = settled?.task;
      if (task) await afterPayment([settled], t.handOn, () => handOn(task, tool, kind));
    } catch (error) {
      // fetch throws a TypeError without a network.
      if (!(error instanceof TypeError)) throw error;
      showToast(t.handOnFailed, 'error');
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <ToolMenu
      tools={tools}
      label={t.handOn}
      note={price && unlockNote(price, t)}
      menuLabel={t.handOnTo}
      isBusy={isBusy}
      isDisabled={isDisabled}
      onPick={tool => void handOnTo(tool, type)}
    />
  );
}
