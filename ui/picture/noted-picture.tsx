// A result that is only looked at, such as an animation or the first page of a document, with its note below.
import type { ReactNode } from 'react';
import { joinClasses } from '../classes.ts';

interface NotedPictureProps {
  /** Absent: only the note is shown. */
  address: string | undefined;
  alt: string;
  note: ReactNode;
  /** Classes of the ground and of the picture. */
  ground: string;
  look: string;
}

export function NotedPicture({ address, alt, note, ground, look }: NotedPictureProps) {
  return (
    <div className="grid size-full grid-rows-[minmax(0,1fr)_auto]">
      <div className={joinClasses('grid place-content-center overflow-hidden bg-sunken [container-type:size]', ground)}>
        {address && <img src={address} alt={alt} className={joinClasses('object-contain', look)} />}
      </div>
      <div className="px-4 py-3 text-[0.8125rem] text-soft">{note}</div>
    </div>
  );
}
