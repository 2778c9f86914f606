import { createContext, useContext } from 'react';

/** Starts the logout that the root of the app provides, with its question about what is not sent yet. */
export const LogoutContext = createContext<() => void>(() => undefined);

/** Begins a logout, which asks first when something is not sent yet. */
export function useStartLogout(): () => void {
  return useContext(LogoutContext);
}
