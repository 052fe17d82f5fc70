import { AlertPanel } from '../alerts/AlertPanel.tsx';
import { endAlerts } from '../content/alerts.ts';

/** Where the last link of every alert mail leads: the end of e-mail alerts. */
export default function AlertUnsubscribe() {
  return <AlertPanel words={endAlerts} address="/api/alerts/unsubscribe" />;
}
