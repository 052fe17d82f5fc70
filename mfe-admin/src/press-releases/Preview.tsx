import { previewOfHtml } from '@cytocomm/contract';
import { Button, Dialog, EmptyState, Heading, LocalDate } from '@cytocomm/kit';
import { RichText } from '@cytocomm/kit/dashboard';
import { useState } from 'react';
import classes from './press-releases.module.css';
import { plannedMoment, type ReleaseDraft } from './release-draft.ts';

const PREVIEW_LENGTH = 100;
const readers = [
  { key: 'visitor', label: 'As a visitor', nothing: 'Visitors do not see this release.' },
  { key: 'investor', label: 'As an investor', nothing: 'Investors find this release with the company news only.' },
] as const;

const screens = [
  { label: 'On a desk', phone: false },
  { label: 'On a phone', phone: true },
] as const;

/** Properties of {@link Preview}. */
export interface PreviewProps {
  readonly draft: ReleaseDraft;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** A release as its readers would see it: the line in a list, and the whole article. */
export function Preview({ draft, open, onClose }: PreviewProps) {
  const [reader, setReader] = useState<(typeof readers)[number]['key']>('visitor');
  const [isPhone, setIsPhone] = useState(false);
  const isForReader = reader === 'visitor' ? draft.forPublic : draft.forInvestors;
  return (
    <Dialog open={open} onClose={onClose} title="Preview" size="wide">
      <div role="toolbar" aria-label="Reader" className={classes.readers}>
        {readers.map(({ key, label }) => (
          <Button
            key={key}
            variant={key === reader ? 'primary' : 'secondary'}
            size="small"
            aria-pressed={key === reader}
            onClick={() => setReader(key)}
          >
            {label}
          </Button>
        ))}
      </div>
      <div role="toolbar" aria-label="Screen" className={classes.readers}>
        {screens.map(({ label, phone }) => (
          <Button
            key={label}
            variant={phone === isPhone ? 'primary' : 'secondary'}
            size="small"
            aria-pressed={phone === isPhone}
            onClick={() => setIsPhone(phone)}
          >
            {label}
          </Button>
        ))}
      </div>
      {isForReader ? (
        <div className={isPhone ? classes.phone : undefined}>
          <Article draft={draft} />
        </div>
      ) : (
        <EmptyState title={readers.find(({ key }) => key === reader)?.nothing ?? ''} />
      )}
    </Dialog>
  );
}

function Article({ draft }: { readonly draft: ReleaseDraft }) {
  const date = (draft.when === 'later' ? plannedMoment(draft) : undefined) ?? new Date();
  return (
    <>
      <p className={classes.meta}>In a list</p>
      <div className={classes.card}>
        <p className={classes.meta}>
          <LocalDate date={date} />
        </p>
        <strong>{draft.title || 'Without a title'}</strong>
        <p>{previewOfHtml(draft.content, PREVIEW_LENGTH)}</p>
      </div>
      <p className={classes.meta}>The article</p>
      <article>
        <Heading level={3} size="title">
          {draft.title || 'Without a title'}
        </Heading>
        <RichText html={draft.content} className={classes.article} />
      </article>
    </>
  );
}
