import { previewOfHtml } from '@cytocomm/contract';
import { Button, Dialog, EmptyState, Heading, LocalDate } from '@cytocomm/kit';
import { RichText, ScreenFrame } from '@cytocomm/kit/dashboard';
import { useState } from 'react';
import { type PressReleaseDraft, plannedMoment } from './press-release-draft.ts';
import classes from './press-releases.module.css';
import screenClasses from './preview.module.css';

const PREVIEW_LENGTH = 100;
const readers = [
  { key: 'visitor', label: 'As a visitor', nothing: 'Visitors do not see this release.' },
  { key: 'investor', label: 'As an investor', nothing: 'Investors find this release with the company news only.' },
] as const;

const screens = [
  { label: 'On a desk', width: 1280 },
  { label: 'On a phone', width: 390 },
] as const;

interface PreviewProps {
  readonly draft: PressReleaseDraft;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** A release as its readers would see it: the line in a list, and the whole article. */
export function Preview({ draft, open, onClose }: PreviewProps) {
  const [reader, setReader] = useState<(typeof readers)[number]['key']>('visitor');
  const [screen, setScreen] = useState<(typeof screens)[number]>(screens[0]);
  const date = (draft.when === 'later' ? plannedMoment(draft) : undefined) ?? new Date();
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
        {screens.map((each) => (
          <Button
            key={each.label}
            variant={each === screen ? 'primary' : 'secondary'}
            size="small"
            aria-pressed={each === screen}
            onClick={() => setScreen(each)}
          >
            {each.label}
          </Button>
        ))}
      </div>
      {isForReader ? (
        <>
          <Line draft={draft} date={date} />
          <p className={classes.meta}>The article</p>
          <ScreenFrame title={`${screen.label}, ${screen.width} px wide`} width={screen.width} onEscape={onClose}>
            <Article draft={draft} date={date} reader={reader} />
          </ScreenFrame>
        </>
      ) : (
        <EmptyState title={readers.find(({ key }) => key === reader)?.nothing ?? ''} />
      )}
    </Dialog>
  );
}

interface PartProps {
  readonly draft: PressReleaseDraft;
  readonly date: Date;
}

function Line({ draft, date }: PartProps) {
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
    </>
  );
}

/** The article where its readers find it: visitors in a dialog over the page, investors in a panel of their dashboard. */
function Article({ draft, date, reader }: PartProps & { readonly reader: 'visitor' | 'investor' }) {
  const isVisitor = reader === 'visitor';
  const when = (
    <p className={screenClasses.date}>
      <LocalDate date={date} />
    </p>
  );
  return (
    <div className={screenClasses.page}>
      <article
        data-tone={isVisitor ? 'paper' : 'mist'}
        className={isVisitor ? screenClasses.sheet : screenClasses.panel}
      >
        {isVisitor ? null : when}
        <Heading level={2} size="title">
          {draft.title || 'Without a title'}
        </Heading>
        {isVisitor ? when : null}
        <RichText html={draft.content} className={screenClasses.text} />
      </article>
    </div>
  );
}
