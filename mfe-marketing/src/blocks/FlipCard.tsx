import { Heading, Icon, Link } from '@cytocomm/kit';
import { type ReactNode, useId, useState } from 'react';
import type { FlipCardContent } from '../content/home.ts';
import classes from './FlipCard.module.css';

/**
 * A card with a picture in front and a description on the back. It turns under the pointer, while its link has the
 * focus, and by a press. Both sides are always there for a screen reader, which needs no turning.
 */
export function FlipCard({ card, picture }: { readonly card: FlipCardContent; readonly picture: ReactNode }) {
  const [turned, setTurned] = useState(false);
  const titleId = useId();
  return (
    <article className={classes.card} aria-labelledby={titleId} data-turned={turned || undefined}>
      <div className={classes.leaf}>
        <div className={classes.front} data-tone="ink">
          <div className={classes.picture}>{picture}</div>
          <div className={classes.title}>
            <Heading level={2} size="title-large" id={titleId}>
              {card.title}
            </Heading>
            <Icon name="plus" className={classes.sign} />
          </div>
        </div>
        <div className={classes.back} data-tone="mist">
          <p aria-hidden="true" className={classes.backTitle}>
            {card.title}
          </p>
          <p className={classes.description}>{card.description}</p>
          <Link to={card.more.to} className={classes.more}>
            {card.more.label}
            <Icon name="arrow-right" size="small" />
          </Link>
        </div>
      </div>
      <button
        type="button"
        className={classes.turn}
        aria-pressed={turned}
        aria-label={`Turn the card: ${card.title}`}
        onClick={() => setTurned(!turned)}
      />
    </article>
  );
}
