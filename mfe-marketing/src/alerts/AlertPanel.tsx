import type { AlertAnswer, Call, FORM_RESULTS } from '@cytocomm/contract';
import type { Answer } from '@cytocomm/http';
import { Band, Button, ButtonLink, Heading, Notice, useHydrated, useLocation, useSearchParams } from '@cytocomm/kit';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type AlertWords, alertFailure } from '../content/alerts.ts';
import { failureWords } from '../loading/loading.ts';
import classes from './AlertPanel.module.css';

/** Where the use of a link stands. */
type AlertStep =
  | { readonly kind: 'ask' }
  | { readonly kind: 'working' }
  | { readonly kind: 'done' }
  | { readonly kind: 'invalid' }
  /** Not done, but it may work another time. */
  | { readonly kind: 'failed'; readonly detail: string };

/**
 * The token in the address, and what becomes of it once somebody presses the button: opening the page does nothing. The
 * page is prerendered for everybody alike, so it asks until the address can be read. `spend` makes the call that uses the token up.
 */
function useAlertLink(spend: (token: string) => Promise<Answer<AlertAnswer>>) {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const sentByBrowser = useLocation().hash === '#link-done';
  const hydrated = useHydrated();
  const [taken, setStep] = useState<AlertStep | null>(null);
  const byAddress = sentByBrowser ? 'done' : token === '' ? 'invalid' : 'ask';
  const step: AlertStep = taken ?? { kind: hydrated ? byAddress : 'ask' };
  const working = useRef(false);

  const use = async () => {
    // A second press would find the link spent by the first.
    if (working.current) return;
    working.current = true;
    setStep({ kind: 'working' });
    const { error } = await spend(token);
    working.current = false;
    if (!error) setStep({ kind: 'done' });
    else if (error.code === 'invalid-link' || error.code === 'validation') setStep({ kind: 'invalid' });
    else setStep({ kind: 'failed', detail: failureWords(error, alertFailure.unreachable) });
  };

  return { step, use };
}

/** Properties of {@link AlertPanel}. */
export interface AlertPanelProps {
  readonly words: AlertWords;
  /** Makes the call that uses the token of the link up. */
  readonly spend: Parameters<typeof useAlertLink>[0];
  /** What the form calls where no scripts run. */
  readonly form: Call;
}

/** How the form ended when the browser sent it by itself: the server leads back to one of these ids. */
function AnswersWithoutScripts({ words }: { readonly words: AlertWords }) {
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

/** A page that one link of an alert mail leads to: it says what will happen, and does it when asked. */
export function AlertPanel({ words, spend, form }: AlertPanelProps) {
  const { step, use } = useAlertLink(spend);
  const hydrated = useHydrated();
  const heading = useRef<HTMLHeadingElement>(null);
  const { title, text } = step.kind === 'done' || step.kind === 'invalid' ? words[step.kind] : words.ask;

  // The button that had the focus is gone: the result has it now, and is read out.
  useEffect(() => {
    if (step.kind === 'done' || step.kind === 'invalid') heading.current?.focus();
  }, [step.kind]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    use();
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
              {step.kind === 'done' || step.kind === 'invalid' ? (
                <ButtonLink to="/">{alertFailure.home}</ButtonLink>
              ) : (
                <Button type="submit" busy={step.kind === 'working'} busyLabel={words.ask.busy}>
                  {words.ask.button}
                </Button>
              )}
              {step.kind === 'invalid' ? (
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
