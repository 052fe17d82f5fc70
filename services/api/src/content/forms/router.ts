import {
  ALERT_CONFIRM_PATH,
  ALERT_UNSUBSCRIBE_PATH,
  alertRequestSchema,
  contactFieldsSchema,
  FORM_RESULTS,
  submitAlertsForm,
  submitConfirmForm,
  submitContactForm,
  submitUnsubscribeForm,
} from '@cytocomm/contract';
import type { Request, Response } from 'express';
import type { z } from 'zod';
import { anonymousWithoutDatabase } from '../../platform/calls/access.ts';
import type { ApiError } from '../../platform/calls/problem.ts';
import type { Core } from '../../platform/core.ts';
import { toApiError } from '../../platform/http/failures.ts';
import { pageOf, readPlainForm, redirectToPage } from '../../platform/http/form-reader.ts';
import { check } from '../../platform/http/input.ts';
import { type RouteTable, routeTable } from '../../platform/http/route.ts';
import { type Alerts, requestConfirmation } from '../alerts/service.ts';
import type { Contact } from '../contact/router.ts';

/** The page's elements with the message of each outcome. */
interface Words {
  /** The status of the redirect after a refusal; with 307 the form keeps its input. */
  readonly refusedBy?: 307;
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

/** Routes of forms in browsers without scripts; each redirects to the element with its message on the form's page. */
export function formRoutes(core: Core, contact: Contact, alerts: Alerts): RouteTable {
  const table = routeTable();
  const { publicUrl } = core.config;

  async function answer(req: Request, res: Response, home: string, words: Words, take: () => Promise<void>) {
    const page = pageOf(req, publicUrl);
    try {
      // Inside the try, so that the page shows the failure.
      await core.database.assertUsable();
      await take();
    } catch (error) {
      const problem = toApiError(error);
      if (problem.status >= 500) req.log.error({ err: problem.cause ?? problem }, 'a form failed');
      redirectToPage(res, publicUrl, page, home, wordsFor(problem, words), words.refusedBy);
      return;
    }
    redirectToPage(res, publicUrl, page, home, words.done);
  }

  table.answer(submitContactForm, anonymousWithoutDatabase, ({ req, res, clientAddress }) =>
    answer(req, res, '/contact', { ...FORM_RESULTS.contact, refusedBy: 307 }, async () => {
      const { captcha, ...fields } = await readPlainForm(req, res);
      const text = checked(contactFieldsSchema, fields);
      await contact.take(text, typeof captcha === 'string' ? captcha : undefined, clientAddress);
    }),
  );

  table.answer(submitAlertsForm, anonymousWithoutDatabase, ({ req, res, clientAddress }) =>
    answer(req, res, '/', { ...FORM_RESULTS.alerts, refusedBy: 307 }, async () => {
      const { email } = checked(alertRequestSchema, await readPlainForm(req, res));
      await requestConfirmation(core, alerts, email, clientAddress);
    }),
  );

  // The token is in the page's address: pages are the same for all visitors.
  for (const [call, home, take] of [
    [submitConfirmForm, ALERT_CONFIRM_PATH, alerts.confirm],
    [submitUnsubscribeForm, ALERT_UNSUBSCRIBE_PATH, alerts.unsubscribe],
  ] as const) {
    table.answer(call, anonymousWithoutDatabase, ({ req, res }) =>
      answer(req, res, home, FORM_RESULTS.link, () => take(pageOf(req, publicUrl)?.searchParams.get('token') ?? '')),
    );
  }

  return table;
}
