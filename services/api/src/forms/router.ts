import { alertRequestSchema, contactFieldsSchema, contactMessageSchema, FORM_RESULTS } from '@cytocomm/contract';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { askForAlerts } from '../alerts/ask.ts';
import type { Alerts } from '../alerts/service.ts';
import type { Contact } from '../contact/service.ts';
import type { Core } from '../core.ts';
import { anonymous } from '../http/access.ts';
import { toApiError } from '../http/failures.ts';
import { check } from '../http/input.ts';
import { leadBack, pageOf, readPlainForm } from '../http/plain-form.ts';
import type { ApiError } from '../http/problem.ts';
import { type RouteTable, routeTable, written } from '../http/route.ts';

/** The words on the page for each way a form can end. */
interface Words {
  readonly done: string;
  readonly captcha?: string;
  readonly invalid: string;
  readonly limited?: string;
  readonly failed: string;
}

function wordsFor(problem: ApiError, words: Words): string {
  if (problem.code === 'captcha') return words.captcha ?? words.invalid;
  if (problem.code === 'rate-limited') return words.limited ?? words.failed;
  return problem.status < 500 ? words.invalid : words.failed;
}

function checked<Fields>(schema: z.ZodType<Fields>, form: unknown): Fields {
  return schema.parse(check(schema, form, 'body'));
}

/**
 * The forms of the public pages as a browser without scripts sends them. The answer is never a page: it leads back to the
 * one that the form is on, which holds the words.
 */
export function formRoutes(core: Core, contact: Contact, alerts: Alerts): RouteTable {
  const table = routeTable('forms');
  const { publicUrl } = core.config;
  const reply = written([], 'Leads back to the page', 303);

  async function answer(req: Request, res: Response, home: string, words: Words, take: () => Promise<void>) {
    const page = pageOf(req, publicUrl);
    try {
      await take();
    } catch (error) {
      const problem = toApiError(error);
      if (problem.status >= 500) req.log.error({ err: problem.cause ?? problem }, 'a form failed');
      leadBack(res, publicUrl, page, home, wordsFor(problem, words));
      return;
    }
    leadBack(res, publicUrl, page, home, words.done);
  }

  table.post(
    '/api/forms/contact',
    anonymous,
    { summary: 'The contact form without scripts', form: contactMessageSchema, reply },
    ({ req, res, clientAddress }) =>
      answer(req, res, '/contact', FORM_RESULTS.contact, async () => {
        const { captcha, ...fields } = await readPlainForm(req, res);
        const text = checked(contactFieldsSchema, fields);
        await contact.take(text, typeof captcha === 'string' ? captcha : undefined, clientAddress);
      }),
  );

  table.post(
    '/api/forms/alerts',
    anonymous,
    { summary: 'The sign-up for e-mail alerts without scripts', form: alertRequestSchema, reply },
    ({ req, res, clientAddress }) =>
      answer(req, res, '/', FORM_RESULTS.alerts, async () => {
        const { email } = checked(alertRequestSchema, await readPlainForm(req, res));
        await askForAlerts(core, alerts, email, clientAddress);
      }),
  );

  // The pages that the mails lead to are the same for everybody, so the token is read from the address of the page.
  for (const [name, take] of [
    ['confirm', alerts.confirm],
    ['unsubscribe', alerts.unsubscribe],
  ] as const) {
    table.post(
      `/api/forms/alerts/${name}`,
      anonymous,
      { summary: `The page of the mail's link without scripts: ${name}`, reply },
      ({ req, res }) =>
        answer(req, res, `/alerts/${name}`, FORM_RESULTS.link, () =>
          take(pageOf(req, publicUrl)?.searchParams.get('token') ?? ''),
        ),
    );
  }

  return table;
}
