import { useState } from 'react';
import { useMediaQuery } from './media-query.ts';
import { useWideLayout } from './use-wide-layout.ts';

/**
 * As {@link useWideLayout}, and the same while the page is printed. Paper is narrow, and another layout would take away
 * what is open, such as codes that are shown once.
 */
export function useWideScreen(): boolean {
  const wide = useWideLayout();
  const paper = useMediaQuery('print');
  const [shown, show] = useState(wide);
  if (!paper && shown !== wide) show(wide);
  return shown;
}
