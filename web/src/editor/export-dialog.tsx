// The export dialog: format, size and quality.
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from 'ui/button.tsx';
import { Segmented } from 'ui/fields/segmented.tsx';
import { Slider } from 'ui/fields/slider.tsx';
import { Switch } from 'ui/fields/switch.tsx';
import { saveBlob } from 'ui/files/save-file.ts';
import { listFormats } from 'ui/format-name.ts';
import { useWords } from 'ui/language.tsx';
import { formatBytes } from 'ui/measures.ts';
import { Dialog } from 'ui/panels/dialog.tsx';
import { showToast } from '../notices.ts';
import { type ExportFormat, exportArtwork, exportFormats, fitsScale } from './export-artwork.ts';
import { nameNow } from './save.ts';
import { useEditor } from './state.ts';
import { editorWords } from './words.ts';

const scales = [1, 2, 3, 4] as const;

/** The last choices, remembered until the page is reloaded. */
const remembered: { format: ExportFormat; quality: number } = { format: 'png', quality: 90 };

export function ExportDialog({ onClose }: { onClose: () => void }) {
  const t = useWords(editorWords);
  const artwork = useEditor(state => state.history!.present.artwork);
  const [format, setFormat] = useState(remembered.format);
  const [quality, setQuality] = useState(remembered.quality);
  const [scale, setScale] = useState<(typeof scales)[number]>(1);
  const [isOpaque, setIsOpaque] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [bytes, setBytes] = useState<number>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the file size depends on these choices.
  useEffect(() => setBytes(undefined), [format, quality, scale, isOpaque]);

  async function run() {
    setIsBusy(true);
    Object.assign(remembered, { format, quality });
    try {
      const blob = await exportArtwork(artwork, { format, scale, quality, isOpaque });
      setBytes(blob.size);
      saveBlob(blob, `${nameNow()}.${format}`);
      showToast(t.exported, 'success');
    } catch (error) {
      // Too little memory, a type that this browser cannot encode, or a font that failed to load.
      if (!(error instanceof RangeError || error instanceof DOMException || error instanceof TypeError)) throw error;
      showToast(t.exportFailed, 'error');
    } finally {
      setIsBusy(false);
    }
  }

  const size = `${Math.round(artwork.width * scale)} × ${Math.round(artwork.height * scale)}`;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t.export}
      closeLabel={t.close}
      actions={
        <Button isWide isBusy={isBusy} icon={<Download aria-hidden className="size-5" />} onClick={() => void run()}>
          {t.exportNow}
        </Button>
      }
    >
      <div className="grid gap-5">
        <Segmented label={t.format} value={format} segments={listFormats(exportFormats)} onChange={setFormat} />
        <Segmented
          label={t.exportSize}
          value={String(scale)}
          segments={scales.map(value => ({
            value: String(value),
            label: `${value}×`,
            disabled: !fitsScale(artwork, value),
          }))}
          onChange={value => setScale(Number(value) as (typeof scales)[number])}
          hint={bytes === undefined ? size : `${size} · ${formatBytes(bytes)}`}
        />
        {format !== 'png' && <Slider label={t.quality} value={quality} min={10} max={100} onChange={setQuality} />}
        {artwork.background === null && (format === 'png' || format === 'webp') && (
          <Switch label={t.whiteGround} isOn={isOpaque} onChange={setIsOpaque} />
        )}
        <p className="text-[0.8125rem] text-soft">{t.exportHint}</p>
      </div>
    </Dialog>
  );
}
