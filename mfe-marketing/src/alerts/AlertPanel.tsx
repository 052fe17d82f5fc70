import type { AlertAnswer, Call, FORM_RESULTS } from '@cytocomm/contract';
import type { Answer } from '@cytocomm/http';
import { Band, Button, ButtonLink, Heading, Notice, useHydrated, useLocation, useSearchParams } from '@cytocomm/kit';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { alertFailure, type confirmWords } from '../content/alerts.ts';
import { failureWords } from '../loading/loading.ts';
import classes from './AlertPanel.module.css';

/** Where the use of a link stands; `failed`: not done, but it may work another time. */
type AlertStep =
  | { readonly kind: 'ask' | 'working' | 'done' | 'invalid' }
  | { readonly kind: 'failed'; readonly detail: string };

/** How the form ended when the browser sent it by itself: the server leads back to one of these ids. */
function AnswersWithoutScripts({ words }: { readonly words: typeof confirmWords }) {
  const answers = {
    'link-done': ['success', words.done],
    'link-invalid': ['error', words.invalid],
    'link-failed': ['error', { title: alertFailure.title, text: alertFailure.failed }],
  } as const satisfies Record<(typeof FORM_RESULTS.link)[keyof typeof FORM_RESULTS.link], unknown>;
  return Object.entries(answers).map(([id, [tone, { title, text }]]) => (
    <div key={id} id={id} className={classes.answer}>
      <Notice tone={tone} title={title}>
        {text}
      </Notice>
    </div>
  ));
}

/**
 * A page that one link of an alert mail leads to: it says what will happen, and lets `spend` use the token up when somebody
 * presses the button. It is prerendered for everybody alike, so it asks until the address can be read; `form` is
 * what it calls where no scripts run.
 */
export function AlertPanel({
  words,
  spend,
  form,
}: {
  readonly words: typeof confirmWords;
  readonly spend: (token: string) => Promise<Answer<AlertAnswer>>;
  readonly form: Call;
}) {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const sentByBrowser = useLocation().hash === '#link-done';
  const hydrated = useHydrated();
  const [taken, setStep] = useState<AlertStep | null>(null);
  const byAddress = sentByBrowser ? 'done' : token === '' ? 'invalid' : 'ask';
  const step: AlertStep = taken ?? { kind: hydrated ? byAddress : 'ask' };
  const heading = useRef<HTMLHeadingElement>(null);
  const end = step.kind === 'done' || step.kind === 'invalid' ? step.kind : null;
  const { title, text } = words[end ?? 'ask'];

  // The button that had the focus is gone: the result has it now, and is read out.
  useEffect(() => {
    if (end) heading.current?.focus();
  }, [end]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setStep({ kind: 'working' });
    const { error } = await spend(token);
    if (!error) setStep({ kind: 'done' });
    else if (error.code === 'invalid-link' || error.code === 'validation') setStep({ kind: 'invalid' });
    else setStep({ kind: 'failed', detail: failureWords(error, alertFailure.unreachable) });
  };

  return (
    <Band>
      <div className={classes.page}>
        <div className={classes.panel}>
          {hydrated ? null : <AnswersWithoutScripts words={words} />}
          <form method="post" action={form.path} className={classes.ask} onSubmit={submit}>
            <Heading level={1} size="title-large" ref={heading} tabIndex={-1} className={classes.title}>
              {title}
            </Heading>
            <p className={classes.text}>{text}</p>
            {step.kind === 'failed' ? (
              <Notice tone="error" title={alertFailure.title} live>
                {step.detail}
              </Notice>
            ) : null}
            <div className={classes.actions}>
              {end ? (
                <ButtonLink to="/">{alertFailure.home}</ButtonLink>
              ) : (
                <Button type="submit" busy={step.kind === 'working'} busyLabel={words.ask.busy}>
                  {words.ask.button}
                </Button>
              )}
              {end === 'invalid' ? (
                <ButtonLink variant="secondary" to="/contact">
                  {alertFailure.contact}
                </ButtonLink>
              ) : null}
            </div>
          </form>
        </div>
      </div>
    </Band>
  );
}
