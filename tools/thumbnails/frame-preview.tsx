// A preview of one thumbnail, cropped by the browser from the picture itself.
import type { Box } from 'engines/pixels/choose-crop.ts';
import type { ThumbnailOptions } from './contract.ts';

interface Props {
  address: string;
  /** Width / height. */
  frameAspect: number;
  /** Height of a portrait or square frame; a wide one is limited in width and therefore lower. */
  heightRem: number;
  /** Absent: the whole picture with a border. */
  crop: Box | undefined;
  options: ThumbnailOptions;
  label: string;
  note: string;
}

/** Maximum width, as a multiple of the height. */
const widest = 1.8;

const share = (part: number) => `${part * 100}%`;

function Picture({ address, crop, options }: Pick<Props, 'address' | 'crop' | 'options'>) {
  if (crop)
    return (
      <img
        src={address}
        alt=""
        draggable={false}
        className="absolute max-w-none transition-[left,top] duration-300 ease-calm"
        style={{
          width: share(1 / crop.w),
          height: share(1 / crop.h),
          left: share(-crop.x / crop.w),
          top: share(-crop.y / crop.h),
        }}
      />
    );
  return (
    <>
      {options.border === 'blur' && (
        <img src={address} alt="" className="absolute size-full scale-110 object-cover blur-md" />
      )}
      <img src={address} alt="" draggable={false} className="absolute size-full object-contain" />
    </>
  );
}

export function FramePreview({ address, frameAspect, heightRem, crop, options, label, note }: Props) {
  const width = Math.min(heightRem * frameAspect, heightRem * widest);
  return (
    <li
      className="grid max-w-full min-w-28 grid-cols-[minmax(0,1fr)] justify-items-center gap-1.5"
      style={{ width: `${width}rem` }}
    >
      <div
        className="checkerboard relative max-w-full overflow-hidden rounded-lg ring-1 ring-line"
        style={{
          aspectRatio: frameAspect,
          width: `${width}rem`,
          ...(options.fit === 'contain' && options.border === 'colour' && { background: options.background }),
        }}
      >
        <Picture address={address} crop={crop} options={options} />
      </div>
      <p className="max-w-full truncate text-center text-[0.8125rem] leading-tight font-medium">{label}</p>
      <p className="text-center text-xs leading-tight text-soft tabular-nums">{note}</p>
    </li>
  );
}
