import { submitUnsubscribeForm, unsubscribeAlerts } from '@cytocomm/contract';
import { send } from '@cytocomm/http';
import { AlertPanel } from '../alerts/AlertPanel.tsx';
import { unsubscribeWords } from '../content/alerts.ts';

const spend = (token: string) => send(unsubscribeAlerts, { body: { token }, credentials: 'omit' });

/** Where the last link of every alert mail leads: the end of e-mail alerts. */
export default function AlertUnsubscribe() {
  return <AlertPanel words={unsubscribeWords} spend={spend} form={submitUnsubscribeForm} />;
}
