import { confirmAlerts, submitConfirmForm } from '@cytocomm/contract';
import { send } from '@cytocomm/http';
import { AlertPanel } from '../alerts/AlertPanel.tsx';
import { confirmWords } from '../content/alerts.ts';

const spend = (token: string) => send(confirmAlerts, { body: { token }, credentials: 'omit' });

/** Where the link of the first mail leads: consent to e-mail alerts. */
export default function AlertConfirm() {
  return <AlertPanel words={confirmWords} spend={spend} form={submitConfirmForm} />;
}
