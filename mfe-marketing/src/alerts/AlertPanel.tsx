import { Band, Button, ButtonLink, Heading, Notice } from '@cytocomm/kit';
import { useEffect, useRef } from 'react';
import { type AlertWords, alertFailure } from '../content/alerts.ts';
import classes from './AlertPanel.module.css';
import { useAlertLink } from './use-alert-link.ts';

/** Properties of {@link AlertPanel}. */
export interface AlertPanelProps {
  readonly words: AlertWords;
  readonly address: Parameters<typeof useAlertLink>[0];
}

/** A page that one link of an alert mail leads to: it says what will happen, and does it when asked. */
export function AlertPanel({ words, address }: AlertPanelProps) {
  const { step, use } = useAlertLink(address);
  const heading = useRef<HTMLHeadingElement>(null);
  const { title, text } = step.kind === 'done' || step.kind === 'invalid' ? words[step.kind] : words.ask;

  // The button that had the focus is gone: the result has it now, and is read out.
  useEffect(() => {
    if (step.kind === 'done' || step.kind === 'invalid') heading.current?.focus();
  }, [step.kind]);

  return (
    <Band>
      <div className={classes.page}>
        <div className={classes.panel}>
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
              <Button busy={step.kind === 'working'} busyLabel={words.ask.busy} onClick={use}>
                {words.ask.button}
              </Button>
            )}
            {step.kind === 'invalid' ? (
              <ButtonLink variant="secondary" to="/contact">
                {alertFailure.contact}
              </ButtonLink>
            ) : null}
          </div>
        </div>
      </div>
    </Band>
  );
}
