import type { PressRelease } from '@cytocomm/contract';
import { Button, Heading, LocalDate } from '@cytocomm/kit';
import { RichText } from '@cytocomm/kit/dashboard';
import { useEffect, useId, useRef, useState } from 'react';
import { isFocusUnused } from './is-focus-unused.ts';
import classes from './news.module.css';

/** Properties of {@link ArticleViewer}. */
export interface ArticleViewerProps {
  readonly release: PressRelease;
  readonly onClose: () => void;
  /** Leaves the focus where the person has moved it while the release was loading; default `false`. */
  readonly yieldsFocus?: boolean;
}

/** The panel that shows one release whole, until it is closed. Another release is another panel: give it a key. */
export function ArticleViewer({ release, onClose, yieldsFocus = false }: ArticleViewerProps) {
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();

  // Reading goes on in the panel, and afterwards where it was opened.
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    if (yieldsFocus && !isFocusUnused()) return;
    panel.current?.focus({ preventScroll: true });
    panel.current?.scrollIntoView?.({ block: 'nearest' });
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, [opener, yieldsFocus]);

  return (
    <article
      ref={panel}
      tabIndex={-1}
      aria-labelledby={titleId}
      data-tone="mist"
      className={classes.article}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <header className={classes.articleHead}>
        <div>
          <p className={classes.date}>
            <LocalDate date={release.date} />
            {release.updated === undefined ? null : (
              <>
                {' · Updated '}
                <LocalDate date={release.updated} />
              </>
            )}
          </p>
          <Heading level={4} size="title" id={titleId}>
            {release.title}
          </Heading>
        </div>
        <Button variant="secondary" size="small" icon="close" onClick={onClose}>
          Close
        </Button>
      </header>
      <RichText html={release.content} className={classes.text} />
    </article>
  );
}
