import { report } from '../../api/report.ts';

let reported = false;

/** Reports a visit of Home, once for each page load. */
export async function reportVisit(isUserAuthenticated: boolean): Promise<void> {
  if (reported) return;
  reported = true;
  await report('public.visit', { isUserAuthenticated });
}
