import { sendBeacon } from '../../api/beacon.ts';

let reported = false;

/** Tells the server that somebody arrived, once for each opened page. */
export async function reportVisit(isUserAuthenticated: boolean): Promise<void> {
  if (reported) return;
  reported = true;
  await sendBeacon('/api/public/visit', { isUserAuthenticated });
}
