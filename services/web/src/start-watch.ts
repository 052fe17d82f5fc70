import { createHash } from 'node:crypto';
import { DEADLINES, LOCK_ELEMENT_ID } from '@cytocomm/composition';

/** How long a page may take to start after it has loaded, in ms. */
const START_TIMEOUT_MS = 10_000;
/** How often a form that is held looks whether the shell has started, in ms. */
const LOOK_EVERY_MS = 100;

/**
 * Runs beside the shell and reports a shell that does not start and cannot report that itself; the shell sets `portalStarted`.
 * A form that is sent before waits for it, and goes by the browser when the shell does not come.
 * Browsers that cannot run the shell's syntax cannot run this one, and report nothing.
 */
export const START_WATCH_SCRIPT = `(() => {
  class Watch { static timeout = ${START_TIMEOUT_MS}; static { Object.hasOwn(this, 'timeout'); } }
  let reason = 'The shell did not start';
  let isDone = false;
  let isMissing = false;
  const waiting = new Set();
  const sent = new Set();
  const hold = (event) => {
    const form = event.target;
    if (form.method !== 'post' || (globalThis.portalStarted && !sent.has(form))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (waiting.has(form)) return;
    waiting.add(form);
    let looks = ${DEADLINES.failed / LOOK_EVERY_MS};
    const timer = setInterval(() => {
      looks -= 1;
      if (globalThis.portalStarted) {
        waiting.delete(form);
        form.requestSubmit();
      } else if (isMissing || looks <= 0) {
        sent.add(form);
        form.submit();
        setTimeout(() => sent.delete(form) && waiting.delete(form), ${DEADLINES.failed});
      } else return;
      clearInterval(timer);
    }, ${LOOK_EVERY_MS});
  };
  addEventListener('submit', hold, true);
  const note = ({ message, target }) => {
    if (message) reason = message;
    else if (target?.tagName === 'SCRIPT') {
      reason = 'Not loaded: ' + target.src;
      isMissing = true;
    }
  };
  const end = () => {
    if (isDone) return;
    isDone = true;
    removeEventListener('error', note, true);
    if (globalThis.portalStarted) return;
    const { id, shell } = JSON.parse(document.getElementById('${LOCK_ELEMENT_ID}').textContent);
    const row = { kind: 'failure', remote: shell.name, release: shell.release, component: 'Main', phase: 'entry', reason: reason.slice(0, 500) };
    fetch('/api/telemetry', {
      method: 'POST',
      keepalive: true,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ lock: id, rows: [row] }),
    }).catch(() => undefined);
  };
  const wait = () => setTimeout(end, Watch.timeout);
  addEventListener('error', note, true);
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
})();
`;

/** The source by which a Content-Security-Policy allows it in the page itself (CSP3, section 2.3.1). */
export const START_WATCH_SOURCE = `'sha256-${createHash('sha256').update(START_WATCH_SCRIPT).digest('base64')}'`;
