import { showToast } from '@nuances/ui/toast';
import { useEffect, useRef } from 'react';

type Message = Parameters<typeof showToast>[0];

/**
 * Says something once this screen has gone. Steps about a vault have their messages at the top; one that began there would
 * stay, over what the next page begins with.
 */
export function useToastWhenGone(): (message: Message) => void {
  const last = useRef<Message>(null);
  useEffect(
    () => () => {
      if (last.current) showToast(last.current);
    },
    [],
  );
  return (message) => {
    last.current = message;
  };
}
