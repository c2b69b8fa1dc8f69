// The page of every tool: its name, the way to other tools, and the workflow with the tool's own options.

import { toolIcons } from 'virtual:tool-icons';
import { toolList } from 'virtual:tool-list';
import type { ListedTool } from 'contract/tool.ts';
import { fill } from 'contract/words.ts';
import { ChevronDown, CircleHelp, LayoutGrid, PackageX } from 'lucide-react';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { useWords } from 'ui/language.tsx';
import { Dialog } from 'ui/panels/dialog.tsx';
import { EmptyState } from 'ui/panels/empty-state.tsx';
import { Menu } from 'ui/panels/menu.tsx';
import { Spinner } from 'ui/spinner.tsx';
import { categoryTints } from 'ui/tile.tsx';
import type { AnyScreen } from 'ui/tool-screen.ts';
import { findTool } from '../catalogue/tool-inputs.ts';
import { useLanguageStore } from '../language-store.ts';
import { ToolLinks } from '../layout/tool-links.tsx';
import { settings } from '../settings.ts';
import { errorPageWords } from '../words/error-page.ts';
import { workWords } from '../words/work.ts';
import { WorkFlow } from '../work/work-flow.tsx';

const WorkflowsLink = lazy(async () => ({
  default: (await import('../workflows/workflows-link.tsx')).WorkflowsLink,
}));
const ToolHelp = lazy(async () => ({ default: (await import('./tool-help.tsx')).ToolHelp }));

/** Tools that do not start from files have their own workflows. */
const ownFlows: Readonly<Record<string, ComponentType>> = {
  'text-to-image': lazy(async () => ({ default: (await import('../drawing/drawing-flow.tsx')).DrawingFlow })),
  'video-parsing': lazy(async () => ({ default: (await import('../links/link-flow.tsx')).LinkFlow })),
};

const screens = import.meta.glob<AnyScreen>('../../../tools/*/screen.tsx', { import: 'screen' });
const loading = new Map<string, Promise<AnyScreen>>();

function loadScreen(name: string): Promise<AnyScreen> {
  const load = screens[`../../../tools/${name}/screen.tsx`];
  if (!load) throw new Error(`tools/${name} has no screen.tsx`);
  const known = loading.get(name) ?? load();
  loading.set(name, known);
  return known;
}

export function ToolPage({ tool }: { tool: ListedTool }) {
  const { title, blurb } = useLanguageStore(state => state.tileWords[tool.name]!);
  const Icon = toolIcons[tool.icon]!;
  const OwnFlow = ownFlows[tool.name];
  const missing = tool.needs && settings.missing.find(what => what === 'ffmpeg' || what === tool.needs);
  return (
    <div data-tool-page className="page pt-5 pb-10 sm:pt-6 lg:pb-16">
      <header className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3 sm:mb-5">
        <span
          aria-hidden
          className={`grid size-13 shrink-0 place-items-center rounded-2xl ${categoryTints[tool.category]}`}
        >
          <Icon className="size-6" />
        </span>
        <div className="min-w-0 flex-1">
          <h1 className="text-2xl leading-tight font-extrabold tracking-tight sm:text-[1.75rem]">{title}</h1>
          <p className="mt-0.5 text-[0.9375rem] text-soft max-sm:hidden">{blurb}</p>
        </div>
        <div className="flex items-center gap-2">
          <HelpButton tool={tool.name} title={title} />
          {toolList.length > 1 && <ToolSwitcher />}
        </div>
      </header>
      {missing ? (
        <Missing what={missing} />
      ) : OwnFlow ? (
        <Suspense fallback={<Spinner className="mx-auto size-6" />}>
          <OwnFlow />
        </Suspense>
      ) : (
        <WorkFlow key={tool.name} tool={findTool(tool.name)!} loadScreen={() => loadScreen(tool.name)} />
      )}
    </div>
  );
}

/** A tool that this server cannot run, with instructions for its operator. */
function Missing({ what }: { what: 'ffmpeg' | 'speech' }) {
  const t = useWords(errorPageWords);
  const [title, text] =
    what === 'speech' ? [t.noSpeech, t.noSpeechNext] : [t.missing, fill(t.missingNext, { program: what })];
  return <EmptyState icon={<PackageX />} title={title} text={text} />;
}

function HelpButton({ tool, title }: { tool: string; title: string }) {
  const t = useWords(workWords);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        className="max-sm:px-2.5"
        icon={<CircleHelp className="size-4 max-sm:size-5" />}
        aria-label={t.howTo}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <span className="max-sm:hidden">{t.howTo}</span>
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={title} closeLabel={t.close} kind="sheet">
        <Suspense fallback={<Spinner className="mx-auto size-6" />}>
          <ToolHelp name={tool} />
        </Suspense>
      </Dialog>
    </>
  );
}

function ToolSwitcher() {
  const t = useWords(workWords);
  return (
    <Menu
      label={t.otherTools}
      align="end"
      button={wiring => (
        <Button {...wiring} size="sm" variant="secondary" className="max-sm:px-2.5" aria-label={t.switchTool}>
          <LayoutGrid aria-hidden className="size-5 sm:hidden" />
          <span className="max-sm:hidden">{t.switchTool}</span>
          <ChevronDown aria-hidden className="size-4 max-sm:hidden" />
        </Button>
      )}
    >
      {close => (
        <>
          <ToolLinks onChoose={close} />
          <div className="mt-1 border-t border-line pt-1">
            <Suspense fallback={<div className="min-h-12" />}>
              <WorkflowsLink onChoose={close} />
            </Suspense>
          </div>
        </>
      )}
    </Menu>
  );
}
