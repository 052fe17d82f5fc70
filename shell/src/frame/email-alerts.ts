import { pastedEmail, requestAlerts } from '@cytocomm/contract';
import { sendPlain } from '@cytocomm/http';

/** Signs an address up for the alerts. Resolves to null, or to the reason of a failure as text for people. */
export async function signUpForAlerts(email: string): Promise<string | null> {
  const { data, error } = await sendPlain(requestAlerts, { body: { email: pastedEmail(email) }, expects: Boolean });
  if (data) return null;
  console.error(error);
  return error?.code === 'validation' ? 'This is not a valid e-mail address.' : error.detail;
}
