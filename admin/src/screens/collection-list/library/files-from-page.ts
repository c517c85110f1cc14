import { useEffect, useRef, useState } from 'react';

/**
 * Takes files that are dropped anywhere on the page or pasted, while no dialog is open.
 *
 * @returns whether files are being dragged over the page.
 */
export function useFilesFromPage(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const take = useRef(onFiles);
  take.current = onFiles;
  useEffect(() => {
    // Entering an element comes before leaving the one around it.
    let depth = 0;
    const ends = new AbortController();
    const options = { signal: ends.signal };
    const hasFiles = ({ dataTransfer }: DragEvent): boolean =>
      dataTransfer?.types.includes('Files') === true && document.querySelector('[role="dialog"]') === null;
    document.addEventListener(
      'dragenter',
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        depth++;
        setIsOver(true);
      },
      options,
    );
    document.addEventListener(
      'dragover',
      (event) => {
        if (hasFiles(event)) event.preventDefault();
      },
      options,
    );
    document.addEventListener(
      'dragleave',
      (event) => {
        if (!hasFiles(event)) return;
        depth = Math.max(0, depth - 1);
        setIsOver(depth > 0);
      },
      options,
    );
    document.addEventListener(
      'drop',
      (event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        depth = 0;
        setIsOver(false);
        take.current([...(event.dataTransfer?.files ?? [])]);
      },
      options,
    );
    document.addEventListener(
      'paste',
      (event) => {
        const isTyping =
          event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]');
        const files = [...(event.clipboardData?.files ?? [])];
        if (isTyping || files.length === 0 || document.querySelector('[role="dialog"]') !== null) return;
        event.preventDefault();
        take.current(files);
      },
      options,
    );
    return () => ends.abort();
  }, []);
  return isOver;
}
