import { AlertPanel } from '../alerts/AlertPanel.tsx';
import { confirmAlerts } from '../content/alerts.ts';

/** Where the link of the first mail leads: consent to e-mail alerts. */
export default function AlertConfirm() {
  return <AlertPanel words={confirmAlerts} address="/api/alerts/confirm" />;
}
