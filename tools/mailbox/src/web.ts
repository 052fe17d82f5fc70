import { createHash } from 'node:crypto';
import { COLORS } from '@cytocomm/composition';
import { refuseForeignHosts } from '@cytocomm/runtime';
import escapeHtml from 'escape-html';
import type { Express } from 'express';
import express from 'express';
import type { CaughtMail, Mailbox } from './mailbox.ts';

/** The style of the pages. */
const STYLE = `
:root { color-scheme: light; --ink: ${COLORS.ink}; --paper: ${COLORS.paper}; --mist: ${COLORS.mist}; --slate: ${COLORS.slate}; --teal: ${COLORS.teal}; --line: ${COLORS.line}; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 Inter, system-ui, sans-serif; }
header { background: var(--ink); color: var(--paper); padding: 16px 24px; display: flex; gap: 16px; align-items: baseline; }
header a { color: var(--paper); font-weight: 600; text-decoration: none; }
header span { color: ${COLORS.muteOnInk}; font-size: 14px; }
main { max-width: 1120px; margin: 0 auto; padding: 32px 24px 96px; }
h1 { font-size: 25px; line-height: 1.15; margin: 0 0 24px; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; }
th { font-size: 14px; text-align: left; color: var(--slate); font-weight: 500; }
th, td { padding: 10px 16px 10px 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; vertical-align: top; }
td.time { font-variant-numeric: tabular-nums; white-space: nowrap; color: var(--slate); }
a { color: var(--teal); }
a:focus-visible { outline: 2px solid var(--teal); outline-offset: 2px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 0 0 24px; }
dt { color: var(--slate); }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { width: 100%; height: 70vh; border: 1px solid var(--line); border-radius: 10px; background: white; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--mist); border-radius: 10px; padding: 16px; font: 14px/1.6 ui-monospace, monospace; }
p.empty { color: var(--slate); }
`;

function frame(title: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${head}
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><header><a href="/">Mailbox</a><span>Mails of this portal end here; none leaves the machine.</span></header>
<main>${body}</main></body></html>`;
}

function people(addresses: CaughtMail['to']): string {
  return addresses.map(({ name, address }) => escapeHtml(name === '' ? address : `${name} <${address}>`)).join(', ');
}

/** Returns the list of mails, newest first; it reloads itself. */
function listPage(mails: readonly CaughtMail[]): string {
  const rows = mails
    .toReversed()
    .map(
      (mail) =>
        `<tr><td class="time">${escapeHtml(mail.date.slice(11, 19))}</td><td>${people(mail.to)}</td><td><a href="/mail/${mail.id}">${escapeHtml(mail.subject || '(no subject)')}</a></td></tr>`,
    )
    .join('\n');
  const table = `<table><thead><tr><th>Time (UTC)</th><th>To</th><th>Subject</th></tr></thead><tbody>${rows}</tbody></table>`;
  const empty = '<p class="empty">No mail yet. Ask for a sign-in link in the portal, and it shows up here.</p>';
  return frame(
    'Mailbox',
    `<h1>Mails</h1>${mails.length === 0 ? empty : table}`,
    '<meta http-equiv="refresh" content="4">',
  );
}

/** Returns the page of a mail, with its HTML in a sandboxed frame. */
function mailPage(mail: CaughtMail): string {
  const htmlFrame =
    mail.html === ''
      ? ''
      : `<iframe title="The mail as it looks" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mail/${mail.id}/html"></iframe>`;
  return frame(
    mail.subject,
    `<h1>${escapeHtml(mail.subject || '(no subject)')}</h1>
<dl><dt>From</dt><dd>${people(mail.from)}</dd><dt>To</dt><dd>${people(mail.to)}</dd><dt>Arrived</dt><dd>${escapeHtml(mail.date)}</dd></dl>
${htmlFrame}<h2>Plain text</h2><pre>${escapeHtml(mail.text)}</pre>`,
  );
}

/** Returns the HTML of a mail; its links open in a new tab. */
function mailHtml(mail: CaughtMail): string {
  const base = '<base target="_blank">';
  // After the doctype, to avoid quirks mode.
  const inHead = mail.html.replace(/<head[^>]*>/i, (head) => `${head}${base}`);
  return inHead === mail.html ? `${base}${mail.html}` : inHead;
}

/** Returns the page for a missing mail. */
function missingPage(): string {
  return frame('No such mail', '<h1>This mail is not here any more</h1><p><a href="/">All mails</a></p>');
}

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-src 'self'; base-uri 'none'; form-action 'none'`;
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/** Its name in docker-compose.yml. */
const COMPOSE_NAME = 'mailbox';

/** The addresses that tests read, and the pages for people. */
export function createMailboxApp(mailbox: Mailbox): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use((_req, res, next) => {
    res.set({
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': PAGE_POLICY,
    });
    next();
  });
  // A page of another site could reach this port under a name of its own; mails are not for it.
  app.use(refuseForeignHosts([COMPOSE_NAME]));
  app.get('/email', (_req, res) => {
    res.json(mailbox.all());
  });
  app.delete('/email/all', (_req, res) => {
    mailbox.clear();
    res.status(204).end();
  });
  app.get('/', (_req, res) => {
    res.type('html').send(listPage(mailbox.all()));
  });
  app.get('/mail/:id', (req, res) => {
    const mail = mailbox.find(req.params.id);
    if (mail === undefined) res.status(404).type('html').send(missingPage());
    else res.type('html').send(mailPage(mail));
  });
  app.get('/mail/:id/html', (req, res) => {
    const mail = mailbox.find(req.params.id);
    if (mail === undefined) res.status(404).type('html').send(missingPage());
    else res.set('Content-Security-Policy', MAIL_POLICY).type('html').send(mailHtml(mail));
  });
  app.use((_req, res) => {
    res.status(404).type('html').send(missingPage());
  });
  return app;
}
