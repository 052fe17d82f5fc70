import { createHash } from 'node:crypto';
import { refuseForeignHosts } from '@cytocomm/runtime';
import express, { type Express } from 'express';
import type { Mailbox } from './mailbox.ts';
import { listPage, mailHtml, mailPage, missingPage, STYLE } from './page.ts';

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
