// Hands a result on to another tool, as if the person had downloaded it and added it there.

import { catalogue } from 'virtual:catalogue';
import { toolIcons } from 'virtual:tool-icons';
import { type MediaName, media, mediaOfContentType } from 'contract/media.ts';
import type { CatalogueTool } from 'contract/tool.ts';
import { ArrowRight, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { Menu } from 'ui/menu.tsx';
import { CallError } from '../../api.ts';
import { useLanguageStore } from '../../language-store.ts';
import { showToast } from '../../notices.ts';
import type { WorkItem } from '../items/item.ts';
import { mainInputOf } from '../items/tool-inputs.ts';
import { settleDownload } from '../transfer/calls.ts';
import type { AnyScreen } from './actions.ts';
import { settle } from './changes.ts';
import { takeFiles } from './intake.ts';
import { workWords } from './words.ts';

interface HandOnProps {
  item: WorkItem;
  screen: AnyScreen;
  /** Which of several result files is looked at. */
  fileIndex: number;
  /** Its content type. */
  contentType: string;
}

const takes = (tool: CatalogueTool, type: MediaName) => mainInputOf(tool)?.accept.includes(type) ?? false;

export function HandOn({ item, screen, fileIndex, contentType }: HandOnProps) {
  const t = useWords(workWords);
  const tileWords = useLanguageStore(state => state.tileWords);
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const type = mediaOfContentType(contentType);
  const tools = type ? catalogue.filter(tool => tool.name !== item.tool && takes(tool, type)) : [];
  if (!type || tools.length === 0) return null;

  async function handOnTo(tool: CatalogueTool, kind: MediaName) {
    setIsBusy(true);
    try {
      const [settled] = await settle([item], screen);
      const file = settled?.task?.result?.files[fileIndex];
      if (!settled?.task || !file) return;
      const { url } = await settleDownload(settled.task.taskId, fileIndex);
      const answer = await fetch(url);
      if (!answer.ok) throw new TypeError(`the result answered ${answer.status}`);
      takeFiles([new File([await answer.blob()], file.name, { type: media[kind].contentType })], tool.name);
      navigate(tool.route);
    } catch (error) {
      // A failed call has been shown already; fetch throws a TypeError without a network.
      if (error instanceof CallError) return;
      if (!(error instanceof TypeError)) throw error;
      showToast(t.handOnFailed, 'error');
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Menu
      label={t.handOnTo}
      align="start"
      button={wiring => (
        <Button {...wiring} size="sm" variant="secondary" isBusy={isBusy} icon={<ArrowRight className="size-4" />}>
          {t.handOn}
          <ChevronDown aria-hidden className="size-4" />
        </Button>
      )}
    >
      {close => (
        <ul className="grid max-h-80 gap-0.5 overflow-y-auto">
          {tools.map(tool => {
            const Icon = toolIcons[tool.icon]!;
            return (
              <li key={tool.name}>
                <button
                  type="button"
                  onClick={() => {
                    close();
                    void handOnTo(tool, type);
                  }}
                  className="flex min-h-10 w-full items-center gap-2.5 rounded-xl px-3 text-start text-[0.9375rem] hover:bg-sunken"
                >
                  <Icon aria-hidden className="size-4.5 text-soft" />
                  {tileWords[tool.name]?.title ?? tool.name}
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </Menu>
  );
}
