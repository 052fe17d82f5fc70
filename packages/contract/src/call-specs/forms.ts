import { alertRequestSchema } from '../api/alerts.ts';
import { contactMessageSchema } from '../api/contact.ts';
import { submitAlertsForm, submitConfirmForm, submitContactForm, submitUnsubscribeForm } from '../calls/forms.ts';
import { specsOf, written } from './spec.ts';

const spec = specsOf('forms');
const reply = written([], 'Leads back to the page; a refused form of a visitor by 307, with what was typed', 303);

/** The forms of the public pages without scripts. */
export const formSpecs = [
  spec(submitContactForm, { summary: 'The contact form without scripts', form: contactMessageSchema, reply }),
  spec(submitAlertsForm, { summary: 'The sign-up for e-mail alerts without scripts', form: alertRequestSchema, reply }),
  spec(submitConfirmForm, { summary: "The page of the mail's link without scripts: confirm", reply }),
  spec(submitUnsubscribeForm, { summary: "The page of the mail's link without scripts: unsubscribe", reply }),
];
