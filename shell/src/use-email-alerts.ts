import { pastedEmail, requestAlerts } from '@cytocomm/contract';
import { sendPlain } from '@cytocomm/http';
import { useCallback } from 'react';

/** Signs an address up for the alerts. Resolves to the reason when that failed, fit to be shown, and to null when it did not. */
export function useEmailAlerts(): (email: string) => Promise<string | null> {
  return useCallback(async (email) => {
    const { data, error } = await sendPlain(requestAlerts, { body: { email: pastedEmail(email) }, expects: Boolean });
    if (data) return null;
    console.error(error);
    return error?.code === 'validation' ? 'This is not a valid e-mail address.' : error.detail;
  }, []);
}
