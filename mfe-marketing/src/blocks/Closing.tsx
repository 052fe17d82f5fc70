import { Band, ButtonLink, Heading, type Tone } from '@cytocomm/kit';
import { useId } from 'react';
import { subjectState } from '../contact-form/subject.ts';
import type { Action, Opening } from '../content/types.ts';
import classes from './Closing.module.css';

/** The end of a page: what to do next. */
export function Closing({
  closing,
  tone = 'mist',
}: {
  readonly closing: Opening & { readonly action: Action };
  readonly tone?: Tone;
}) {
  const id = useId();
  return (
    <Band tone={tone} aria-labelledby={id} className={classes.closing}>
      <div className={classes.row}>
        <div>
          <Heading level={2} id={id}>
            {closing.title}
          </Heading>
          <p className={classes.lead}>{closing.lead}</p>
        </div>
        <ButtonLink
          to={closing.action.to}
          state={subjectState(closing.action.about)}
          variant={tone === 'ink' ? 'on-dark' : 'primary'}
          trailingIcon="arrow-right"
        >
          {closing.action.label}
        </ButtonLink>
      </div>
    </Band>
  );
}
