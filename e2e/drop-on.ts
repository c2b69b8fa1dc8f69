// Drops a JPEG on an element, as if dragged from the desktop.
import type { Page } from '@playwright/test';
import type { Place } from './hands.ts';

interface Dropped {
  readonly name: string;
  readonly buffer: Buffer;
}

/** `at`: the position of the drop, in pixels of the viewport. */
export async function dropOn(
  page: Page,
  selector: string,
  { name, buffer }: Dropped,
  at: Place = { x: 0, y: 0 },
): Promise<void> {
  await page
    .locator(selector)
    .first()
    .evaluate(
      (element, { bytes, fileName, clientX, clientY }) => {
        const here = globalThis as unknown as {
          DataTransfer: new () => { items: { add: (file: unknown) => void } };
          File: new (parts: unknown[], name: string, init: object) => unknown;
          DragEvent: new (type: string, init: object) => unknown;
        };
        const dataTransfer = new here.DataTransfer();
        dataTransfer.items.add(new here.File([new Uint8Array(bytes)], fileName, { type: 'image/jpeg' }));
        const target = element as unknown as { dispatchEvent: (event: unknown) => void };
        for (const type of ['dragenter', 'dragover', 'drop'])
          target.dispatchEvent(
            new here.DragEvent(type, { bubbles: true, cancelable: true, dataTransfer, clientX, clientY }),
          );
      },
      { bytes: [...buffer], fileName: name, clientX: at.x, clientY: at.y },
    );
}
