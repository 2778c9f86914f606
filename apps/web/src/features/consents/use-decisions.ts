import type { ConsentPurpose } from '@nuances/domain/consent/fields';
import { currentConsentVersion, type WithdrawablePurpose } from '@nuances/domain/consent/ledger';
import { showToast } from '@nuances/ui/toast';
import { useState } from 'react';
import { showFailure } from '../../api/show-failure.ts';
import { trpc } from '../../api/queries.tsx';
import type { RouterOutputs } from '../../api/router-types.ts';
import { applyDecision } from './apply-decision.ts';
import { currentI18n } from '../../i18n/locale-store.ts';
import { noteLedger } from '../../session/check-consents.ts';

type Ledger = RouterOutputs['consents']['list'];

/** Gives and withdraws consents. Neither rejects: a failure shows a message, and nothing has changed then. */
export function useDecisions(userId: string) {
  const utils = trpc.useUtils();
  const giving = trpc.consents.give.useMutation();
  const withdrawing = trpc.consents.withdraw.useMutation();
  const [busy, setBusy] = useState<ConsentPurpose | null>(null);

  const decide = async (purpose: ConsentPurpose, call: () => Promise<Ledger>, done: () => string) => {
    setBusy(purpose);
    try {
      // A read on its way may be older than the decision.
      await utils.consents.list.cancel();
      const ledger = await call();
      utils.consents.list.setData(undefined, ledger);
      noteLedger(userId, ledger);
      showToast({ kind: 'success', text: done() });
      return true;
    } catch (error) {
      showFailure(error);
      return false;
    } finally {
      setBusy(null);
    }
  };

  return {
    /** The purpose that is being decided. */
    busy,
    async give(purpose: ConsentPurpose): Promise<void> {
      const version = currentConsentVersion(purpose);
      const call = () => giving.mutateAsync({ purpose, version });
      if (await decide(purpose, call, () => currentI18n().LL.consent.givenNow()))
        await applyDecision(userId, purpose, true);
    },
    async withdraw(purpose: WithdrawablePurpose): Promise<void> {
      const call = () => withdrawing.mutateAsync({ purpose });
      if (!(await decide(purpose, call, () => currentI18n().LL.consent.withdrawnNow()))) return;
      await applyDecision(userId, purpose, false);
      if (purpose === 'reminder') await utils.reminder.get.invalidate();
    },
  };
}
