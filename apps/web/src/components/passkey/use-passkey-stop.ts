import { useEffect, useRef, type RefObject } from 'react';
import { stopAskingForPasskey } from '../../browser/passkeys.ts';

/**
 * When the form closes, the browser stops asking for a passkey.
 * @returns whether it has closed: a browser that asked now would ask for what nobody wants any more
 */
export function usePasskeyStop(): RefObject<boolean> {
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
      stopAskingForPasskey();
    };
  }, []);
  return isClosed;
}
