import { sendBeacon } from '../../api/beacon.ts';

let reported = false;

/** Reports a visit to the server, once for each opened page. */
export async function reportVisit(isUserAuthenticated: boolean): Promise<void> {
  if (reported) return;
  reported = true;
  await sendBeacon('/api/public/visit', { isUserAuthenticated });
}
