import { createContext, useContext } from 'react';

/** Starts the logout that the root of the app provides, with its question about what is not sent yet. */
export const LeaveContext = createContext<() => void>(() => undefined);

export function useStartLeave(): () => void {
  return useContext(LeaveContext);
}
