// Opens an item's file in another tool, together with data that this tool has produced, e.g. the words spoken in a clip.
import { catalogue } from 'virtual:catalogue';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { AnyScreen, HandedOn } from 'ui/tool-screen.ts';
import { fileOf } from '../items/files.ts';
import { factsOf, uploadOf, type WorkItem } from '../items/item.ts';
import { itemsOf, patchBench, patchItem, useWork } from '../items/store.ts';
import { restoreWork } from '../keep/restore.ts';
import { takeFiles } from './intake.ts';
import type { BenchView } from './use-bench.ts';

/** Returns a function that finds how to pass the item's file on to a tool of the given name. */
export function useHandOriginal(item: WorkItem | undefined) {
  const navigate = useNavigate();
  return (name: string): ((what?: HandedOn) => void) | undefined => {
    const tool = catalogue.find(one => one.name === name);
    const file = fileOf(item?.inputs[0]?.id);
    if (!tool || !file) return undefined;
    return what => {
      if (what) patchBench(name, { handed: { fileName: file.name, bytes: file.size, what } });
      void takeOnce(file, name);
      navigate(tool.route);
    };
  };
}

/** A clip that goes to another tool and back is there already. */
async function takeOnce(file: File, name: string): Promise<void> {
  await restoreWork();
  const known = itemsOf(useWork.getState(), name).findLast(
    one => factsOf(one).name === file.name && factsOf(one).bytes === file.size && uploadOf(one) !== 'lost',
  );
  if (known) patchBench(name, { selectedId: known.id });
  else takeFiles([file], name);
}

/** Applies the data passed on by another tool once its file has arrived: as shared options, or as options of this file if there are others. */
export function useTakeOver(tool: string, { bench, items, shared }: BenchView, screen: AnyScreen): void {
  const { handed } = bench;
  const item =
    handed && items.findLast(one => factsOf(one).name === handed.fileName && factsOf(one).bytes === handed.bytes);
  useEffect(() => {
    if (!handed || !item) return;
    const options = screen.takeOver?.(shared, handed.what);
    if (options && items.length > 1) patchItem(item.id, { ownOptions: options });
    patchBench(tool, { handed: undefined, selectedId: item.id, ...(options && items.length === 1 && { options }) });
  }, [item, shared, screen, tool, items.length, handed]);
}
