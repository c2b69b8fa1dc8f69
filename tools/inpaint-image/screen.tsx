// The screen of watermark removal: the area, marked by hand or by the server's search, and the format of the result.
import { fill, type Language } from 'contract/words.ts';
import { useId } from 'react';
import { Button } from 'ui/button.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import { Switch } from 'ui/fields/switch.tsx';
import type { Proposal } from 'ui/mask-painter/ops.ts';
import { Callout } from 'ui/panels/callout.tsx';
import { ProgressBar } from 'ui/progress.tsx';
import { defineScreen, type FileFacts, type OptionsProps, type SideFiles } from 'ui/tool-screen.ts';
import { boxesOf, earlierMasksOf, isMarked, keyOf, maskOf, shareAreas, sizeOf } from './areas.ts';
import { findMarks, stopFinding, useFinding } from './finding.tsx';
import { kindNames, type RemoveOptions } from './remove-options.ts';
import { screenWords as words } from './screen-words.ts';
import { Stage } from './stage.tsx';
import { tellFilling } from './tell-filling.ts';

type Props = OptionsProps<RemoveOptions>;

/** Minimum number of pictures from which a shared mark is estimated. */
const minForSameMark = 3;
const maxSiblings = 15;

function FindMarks({ selected, ask, language, options }: Props) {
  const t = words[language];
  const finding = useFinding(ask);
  const saidId = useId();
  if (!selected) return null;
  const isBusy = finding.state === 'busy';
  const sayFound = (proposals: readonly Proposal[]) => {
    if (proposals.length === 0) return t.findSettled;
    return proposals.some(one => one.isLikely) ? t.findConfirm : t.findUnsure;
  };
  const said = {
    idle: isMarked(options, selected) ? t.findHint : t.findHintFirst,
    busy: t.finding,
    found: sayFound(finding.proposals),
    nothing: t.findNothing,
    failed: finding.message ?? '',
  }[finding.state];
  return (
    <div className="grid gap-2">
      <Button
        variant="secondary"
        isWide
        disabled={!finding.isOpen}
        aria-describedby={saidId}
        onClick={() => (isBusy ? stopFinding(ask) : void findMarks(ask, selected, kindNames(language)))}
      >
        {isBusy ? t.findStop : t.find}
      </Button>
      {/* Reserves the height of the bar, so that nothing below moves when it appears. */}
      <div className="h-1.5">{isBusy && <ProgressBar percent={finding.percent} label={t.finding} />}</div>
      <p
        id={saidId}
        role="status"
        className={`min-h-10 text-[0.8125rem] leading-5 ${finding.state === 'failed' ? 'text-bad' : 'text-soft'}`}
      >
        {finding.isOpen ? said : t.findLater}
      </p>
    </div>
  );
}

function Options(props: Props) {
  const { options, change, count, result, language, selected } = props;
  const t = words[language];
  const filling = tellFilling(result?.meta, language);
  const share = (patch: Partial<Pick<RemoveOptions, 'isSameArea' | 'isSameMark'>>) =>
    change(selected ? shareAreas(options, patch, selected) : patch);
  return (
    <div className="grid gap-5">
      <FindMarks {...props} />
      {count > 1 && (
        <div className="grid gap-3 border-t border-line pt-5">
          <Switch
            label={t.sameArea}
            hint={t.sameAreaHint}
            isOn={options.isSameArea || options.isSameMark}
            disabled={options.isSameMark}
            onChange={isSameArea => share({ isSameArea })}
          />
          {count >= minForSameMark && (
            <Switch
              label={t.sameMark}
              hint={t.sameMarkHint}
              isOn={options.isSameMark}
              onChange={isSameMark => share({ isSameMark })}
            />
          )}
        </div>
      )}
      <Switch
        label={t.instant}
        hint={t.instantHint}
        isOn={options.isInstant}
        onChange={isInstant => change({ isInstant })}
      />
      <Switch
        label={t.includeRest}
        hint={t.includeRestHint}
        isOn={options.includesRest}
        onChange={includesRest => change({ includesRest })}
      />
      <Segmented
        label={t.format}
        value={options.format}
        segments={[
          { value: 'png', label: 'PNG' },
          { value: 'same', label: t.formatSame },
        ]}
        hint={options.format === 'png' ? t.formatPngHint : t.formatSameHint}
        onChange={format => change({ format })}
      />
      {filling && (
        <Callout tone={filling.tone} title={filling.title}>
          {filling.hint}
        </Callout>
      )}
    </div>
  );
}

function payload(options: RemoveOptions, facts: FileFacts) {
  const coordinates = boxesOf(options, facts);
  const { format, includesRest } = options;
  return { format, includesRest, ...(coordinates && { coordinates }) };
}

async function sideFiles(options: RemoveOptions, facts: FileFacts): Promise<SideFiles> {
  const blob = boxesOf(options, facts) ? undefined : await maskOf(options, facts);
  const earlier = await earlierMasksOf(options, facts);
  return {
    ...(blob && { imageBrushUrl: { name: 'mask.png', blob } }),
    ...(earlier.length > 0 && {
      earlierBrushUrls: earlier.map((mask, step) => ({ name: `mask-${step + 1}.png`, blob: mask })),
    }),
  };
}

function blocker(options: RemoveOptions, facts: FileFacts, language: Language): string | undefined {
  return isMarked(options, facts) ? undefined : words[language].areaFirst;
}

export const screen = defineScreen<RemoveOptions>({
  Stage,
  Options,
  defaultOptions: () => ({
    areas: {},
    isSameArea: false,
    isSameMark: false,
    isInstant: false,
    includesRest: false,
    format: 'same',
  }),
  ownPart: { option: 'areas', irrelevant: ['isSameArea', 'isInstant'], keyOf },
  staysOnStage: ({ isInstant }) => isInstant,
  payload,
  sideFiles,
  blocker,
  siblings: {
    field: 'sameMarkUrls',
    kind: 'others',
    max: maxSiblings,
    isWanted: ({ isSameMark }) => isSameMark,
    fits: (own, other) => sizeOf(own) !== undefined && own.width === other.width && own.height === other.height,
  },
  runLabel: (_options, count, language) =>
    count > 1 ? fill(words[language].runMany, { count }) : words[language].runOne,
  optionsLabel: ({ format }, language) => (format === 'png' ? 'PNG' : words[language].formatSame),
});
