import { classNames } from '@cytocomm/kit';
import classes from './Paragraphs.module.css';

/** Running text; the first paragraph is set larger when it leads. */
export function Paragraphs({
  texts,
  leading = false,
}: {
  readonly texts: readonly string[];
  readonly leading?: boolean;
}) {
  return (
    <div className={classNames(classes.paragraphs, leading && classes.leading)}>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}
