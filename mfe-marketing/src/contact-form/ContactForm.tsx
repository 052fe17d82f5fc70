import { type FORM_RESULTS, submitContactForm } from '@cytocomm/contract';
import {
  Button,
  Icon,
  type IconName,
  Notice,
  Skeleton,
  SkeletonGroup,
  TextArea,
  TextField,
  useHydrated,
  useLocation,
  VisuallyHidden,
} from '@cytocomm/kit';
import { useSession } from '@cytocomm/session';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import detailStyles from '../blocks/ContactDetails.module.css';
import type { CaptchaProps } from '../captcha/Captcha.tsx';
import captchaStyles from '../captcha/CaptchaField.module.css';
import { company } from '../content/company.ts';
import { captcha, contact } from '../content/contact.ts';
import { useLoaded } from '../loading/loading.ts';
import classes from './ContactForm.module.css';
import { type ContactStatus, useContactForm } from './use-contact-form.ts';

async function loadCaptcha(signal: AbortSignal) {
  const { default: Captcha, fetchOffer } = await import('../captcha/Captcha.tsx');
  return { Captcha, offer: await fetchOffer(signal) };
}

/** The place of the captcha in a form, kept free until it is `wanted`. Each `round` starts with an unsolved one. */
function CaptchaField({
  wanted,
  round,
  onChange,
}: Pick<CaptchaProps, 'onChange'> & { readonly wanted: boolean; readonly round: number }) {
  const { value, failure, retry } = useLoaded(wanted ? `captcha ${round}` : null, loadCaptcha);
  return (
    <div className={captchaStyles.place}>
      <noscript>
        <p className={captchaStyles.withoutScripts}>{captcha.withoutScripts}</p>
      </noscript>
      {value ? (
        <value.Captcha key={round} offer={value.offer} onChange={onChange} />
      ) : failure ? (
        <div role="alert" className={captchaStyles.failed}>
          <span>{captcha.unavailable}</span>
          <Button variant="secondary" size="small" icon="retry" onClick={retry}>
            Retry
          </Button>
        </div>
      ) : (
        <SkeletonGroup label={wanted ? captcha.loading : ''}>
          <Skeleton shape="block" className={captchaStyles.skeleton} />
        </SkeletonGroup>
      )}
    </div>
  );
}

const { details } = contact;
const ways: readonly { readonly icon: IconName; readonly name: string; readonly way: ReactNode }[] = [
  { icon: 'pin', name: details.headquarters, way: company.city },
  { icon: 'mail', name: details.email, way: <a href={`mailto:${company.email}`}>{company.email}</a> },
  {
    icon: 'phone',
    name: details.phone,
    way: (
      <a href={company.phone.href} className="tabular">
        {company.phone.label}
      </a>
    ),
  },
  {
    icon: 'professional-network',
    name: details.social,
    way: (
      <a href={company.social.href} target="_blank" rel="noopener noreferrer">
        {company.social.label}
      </a>
    ),
  },
];

/** Where the company is, and how else to reach it. */
export function ContactDetails() {
  return (
    <dl className={detailStyles.details}>
      {ways.map(({ icon, name, way }) => (
        <div key={icon} className={detailStyles.row}>
          <dt>
            <Icon name={icon} size="small" />
            {name}
          </dt>
          <dd>{way}</dd>
        </div>
      ))}
    </dl>
  );
}

type FormResult = keyof typeof FORM_RESULTS.contact;

// Written out, for the contract's list would bring its schemas into the first load; the type holds both to the same words.
const results = [
  ['done', 'message-sent'],
  ['captcha', 'message-captcha'],
  ['invalid', 'message-invalid'],
  ['limited', 'message-limited'],
  ['failed', 'message-failed'],
] as const satisfies readonly {
  [Name in FormResult]: readonly [Name, (typeof FORM_RESULTS.contact)[Name]];
}[FormResult][];

function Answer({ status }: { readonly status: ContactStatus }) {
  const { robot, sent, failed, kept } = contact.form;
  if (status.kind === 'writing' || status.kind === 'sending') return null;
  if (status.kind === 'sent') {
    return (
      <Notice tone="success" live>
        {sent}
      </Notice>
    );
  }
  return (
    <Notice tone="error" title={status.kind === 'robot' ? robot : failed} live>
      {status.detail} {status.kind === 'robot' ? null : kept}
    </Notice>
  );
}

/**
 * How the form ended when the browser sent it by itself: the server leads back to one of these ids, and only that one
 * shows. It stays when the scripts come after all.
 */
function AnswersWithoutScripts() {
  const hydrated = useHydrated();
  const { hash } = useLocation();
  const { robot, sent, withoutScripts } = contact.form;
  // Where scripts run by now, the check does, too.
  const answers = { ...withoutScripts, ...(hydrated && { captcha: robot }), done: sent };
  const possible = hydrated ? results.filter(([, id]) => hash === `#${id}`) : results;
  return possible.map(([result, id]) => (
    <div key={id} id={id} className={classes.answer}>
      <Notice tone={result === 'done' ? 'success' : 'error'}>{answers[result]}</Notice>
    </div>
  ));
}

/** Fills in who is signed in, and what the link that led here was about, unless something stands there. */
function useOpeningValues(form: RefObject<HTMLFormElement | null>) {
  const subject: string | undefined = useLocation().state?.subject;
  const name = useSession((session) => session.name);
  const email = useSession((session) => session.email);
  useEffect(() => {
    for (const [field, value] of Object.entries({ name, email, subject })) {
      const input = form.current?.elements.namedItem(field);
      if (input instanceof HTMLInputElement && input.value === '') input.value = value ?? '';
    }
  }, [form, name, email, subject]);
}

/**
 * The contact form; `subject` adds the optional line that the contact page has. Prerendered it is a plain form that the
 * browser can send by itself.
 */
export function ContactForm({ subject = false }: { readonly subject?: boolean }) {
  const form = useRef<HTMLFormElement>(null);
  const { isNear, ready, status, proof, round, onFocus, onCaptcha, submit, connect } = useContactForm(form);
  const { form: words } = contact;
  useOpeningValues(form);
  return (
    <form
      ref={form}
      method="post"
      action={submitContactForm.path}
      noValidate={ready}
      aria-label={words.label}
      className={classes.form}
      onFocus={onFocus}
      onSubmit={submit}
    >
      <TextField label={words.name} autoComplete="name" required {...connect('name')} />
      <TextField label={words.email} type="email" autoComplete="email" required {...connect('email')} />
      {subject ? <TextField label={words.subject} hint={words.subjectHint} {...connect('subject')} /> : null}
      <TextArea label={words.message} required {...connect('message')} />
      <CaptchaField wanted={isNear} round={round} onChange={onCaptcha} />
      <input type="hidden" name="captcha" value={proof ?? ''} />
      <Answer status={status} />
      {status.kind === 'writing' ? <AnswersWithoutScripts /> : null}
      <div className={classes.end}>
        <Button type="submit" busy={status.kind === 'sending'} busyLabel={words.sending}>
          {words.send}
        </Button>
        {/* In a tab of its own: what is typed here would be lost. */}
        <p className={classes.privacy}>
          {words.privacy}{' '}
          <a href="/privacy" target="_blank" rel="noopener">
            {words.privacyLink}
            <VisuallyHidden> {words.newTab}</VisuallyHidden>
          </a>
        </p>
      </div>
    </form>
  );
}
