import { Band, ButtonLink, Container, classNames, Heading, Icon, type Tone } from '@cytocomm/kit';
import { type ReactNode, useId } from 'react';
import type { Opening, Passage } from '../content/types.ts';
import besideStyles from './Beside.module.css';
import closingStyles from './Closing.module.css';
import noticeStyles from './RegulatoryNotice.module.css';
import { Words } from './TextSections.tsx';

/** The end of a page: why to write to the company, and a link that fills in what it is `about`. */
export function Closing({
  closing: { title, lead, label, about },
  tone = 'mist',
}: {
  readonly closing: Opening & { readonly label: string; readonly about: string };
  readonly tone?: Tone;
}) {
  const id = useId();
  return (
    <Band tone={tone} aria-labelledby={id} className={closingStyles.closing}>
      <div className={closingStyles.row}>
        <div>
          <Heading level={2} id={id}>
            {title}
          </Heading>
          <p className={closingStyles.lead}>{lead}</p>
        </div>
        <ButtonLink to="/contact" state={{ subject: about }} trailingIcon="arrow-right">
          {label}
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

interface BesideProps extends Passage {
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
export function Beside({ tone = 'paper', figure, flipped = false, children, after, ...passage }: BesideProps) {
  const id = useId();
  return (
    <Band tone={tone} aria-labelledby={id}>
      <div className={classNames(besideStyles.sides, flipped && besideStyles.flipped)}>
        <div>
          <Heading level={2} id={id}>
            {passage.title}
          </Heading>
          {passage.lead ? <p className={besideStyles.lead}>{passage.lead}</p> : null}
          <div className={besideStyles.words}>
            <Words {...passage} />
            {children}
          </div>
        </div>
        <div className={besideStyles.figure}>{figure}</div>
      </div>
      {after ? <div className={besideStyles.after}>{after}</div> : null}
    </Band>
  );
}
