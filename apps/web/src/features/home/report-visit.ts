import { countsVisits, isSettingOn } from '../../browser/setting.ts';
import { report } from '../../api/report.ts';

let reported = false;

/** Reports a visit of Home, once for each page load, unless the person has withdrawn the counting of their use here. */
export async function reportVisit(isUserAuthenticated: boolean): Promise<void> {
  if (reported || !isSettingOn(countsVisits)) return;
  reported = true;
  await report('public.visit', { isUserAuthenticated });
}
