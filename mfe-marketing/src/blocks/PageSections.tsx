import { Band, ButtonLink, Container, classNames, Heading, Icon, type Tone } from '@cytocomm/kit';
import { type ReactNode, useId } from 'react';
import { subjectState } from '../contact-form/subject.ts';
import type { Action, Opening } from '../content/types.ts';
import besideStyles from './Beside.module.css';
import closingStyles from './Closing.module.css';
import noticeStyles from './RegulatoryNotice.module.css';

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
    <Band tone={tone} aria-labelledby={id} className={closingStyles.closing}>
      <div className={closingStyles.row}>
        <div>
          <Heading level={2} id={id}>
            {closing.title}
          </Heading>
          <p className={closingStyles.lead}>{closing.lead}</p>
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

/** What the product is not: a strip that no reader of the page can miss. */
export function RegulatoryNotice({ notice }: { readonly notice: { readonly title: string; readonly text: string } }) {
  return (
    <aside aria-label={notice.title} data-tone="paper" className={noticeStyles.strip}>
      <Container className={noticeStyles.row}>
        <Icon name="warning" className={noticeStyles.sign} />
        <p>
          <strong>{notice.title}.</strong> {notice.text}
        </p>
      </Container>
    </aside>
  );
}

/** Properties of {@link Beside}. */
export interface BesideProps {
  readonly title: string;
  readonly lead?: string;
  readonly tone?: Tone;
  /** What stands beside the words: a drawing, a form. */
  readonly figure: ReactNode;
  /** Words to the right on a wide screen; on a narrow one they always come first. */
  readonly flipped?: boolean;
  readonly children?: ReactNode;
  /** What follows below both sides. */
  readonly after?: ReactNode;
}

/** A part of a page with words on one side and a figure on the other. */
export function Beside({ title, lead, tone = 'paper', figure, flipped = false, children, after }: BesideProps) {
  const id = useId();
  return (
    <Band tone={tone} aria-labelledby={id}>
      <div className={classNames(besideStyles.sides, flipped && besideStyles.flipped)}>
        <div>
          <Heading level={2} id={id}>
            {title}
          </Heading>
          {lead ? <p className={besideStyles.lead}>{lead}</p> : null}
          {children ? <div className={besideStyles.words}>{children}</div> : null}
        </div>
        <div className={besideStyles.figure}>{figure}</div>
      </div>
      {after ? <div className={besideStyles.after}>{after}</div> : null}
    </Band>
  );
}
