import { showToast } from '@nuances/ui/toast';
import { useEffect, useRef } from 'react';

type Message = Parameters<typeof showToast>[0];

/**
 * Says something once this screen has gone. Steps about a vault have their messages at the top; one that began there would
 * stay, over what the next page begins with.
 */
export function useToastWhenGone(): (message: Message) => void {
  const last = useRef<Message>(null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      if (last.current) showToast(last.current);
    };
  }, []);
  return (message) => {
    // It may have been left while the call was under way.
    if (isGone.current) showToast(message);
    else last.current = message;
  };
}
