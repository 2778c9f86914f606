import { consentPurposes } from '@nuances/domain/consent/fields';
import { lastConsent } from '@nuances/domain/consent/ledger';
import { trpc } from '../../api/queries.tsx';

/** How many agreements are given; nothing until it is known. */
export function ConsentsValue() {
  const { data } = trpc.consents.list.useQuery();
  return data ? consentPurposes.filter((purpose) => lastConsent(data, purpose)?.given).length : null;
}
