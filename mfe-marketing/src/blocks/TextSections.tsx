import { Band, classNames, Heading, type Tone } from '@cytocomm/kit';
import { type ReactNode, useId } from 'react';
import paragraphStyles from './Paragraphs.module.css';
import splitStyles from './Split.module.css';

/** Running text; the first paragraph is set larger when it leads. */
export function Paragraphs({
  texts,
  leading = false,
}: {
  readonly texts: readonly string[];
  readonly leading?: boolean;
}) {
  return (
    <div className={classNames(paragraphStyles.paragraphs, leading && paragraphStyles.leading)}>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}

/** Properties of {@link Split}. */
export interface SplitProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly tone?: Tone;
  readonly children: ReactNode;
  readonly className?: string;
}

/** A part of a page: its heading in the left margin, what it says to the right. */
export function Split({ title, lead, tone = 'paper', children, className }: SplitProps) {
  const id = useId();
  return (
    <Band tone={tone} aria-labelledby={id} className={className}>
      <div className={splitStyles.split}>
        <div className={splitStyles.margin}>
          <Heading level={2} id={id}>
            {title}
          </Heading>
          {lead ? <p className={splitStyles.lead}>{lead}</p> : null}
        </div>
        <div className={splitStyles.content}>{children}</div>
      </div>
    </Band>
  );
}
