import { createContext, useContext } from 'react';

/** The logout function that the root of the app provides. */
export const LogoutContext = createContext<() => void>(() => undefined);

/** Starts a logout, which asks first when the outbox is not empty. */
export function useStartLogout(): () => void {
  return useContext(LogoutContext);
}
