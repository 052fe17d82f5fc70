import { Band, classNames, Heading, type Tone } from '@cytocomm/kit';
import { type ReactNode, useId } from 'react';
import type { Passage } from '../content/types.ts';
import paragraphStyles from './Paragraphs.module.css';
import { Points } from './Points.tsx';
import splitStyles from './Split.module.css';

/** What a passage says: its paragraphs, the first of them larger when it leads, and its points. */
export function Words({ paragraphs, leading = false, points, ordered = false }: Omit<Passage, 'title' | 'lead'>) {
  return (
    <>
      {paragraphs ? (
        <div className={classNames(paragraphStyles.paragraphs, leading && paragraphStyles.leading)}>
          {paragraphs.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      ) : null}
      {points ? <Points points={points} ordered={ordered} /> : null}
    </>
  );
}

/** A part of a page: its heading in the left margin, what it says to the right, and what follows that. */
export function Split({
  tone = 'paper',
  children,
  ...passage
}: Passage & { readonly tone?: Tone; readonly children?: ReactNode }) {
  const id = useId();
  return (
    <Band tone={tone} aria-labelledby={id}>
      <div className={splitStyles.split}>
        <div className={splitStyles.margin}>
          <Heading level={2} id={id}>
            {passage.title}
          </Heading>
          {passage.lead ? <p className={splitStyles.lead}>{passage.lead}</p> : null}
        </div>
        <div className={splitStyles.content}>
          <Words {...passage} />
          {children}
        </div>
      </div>
    </Band>
  );
}
