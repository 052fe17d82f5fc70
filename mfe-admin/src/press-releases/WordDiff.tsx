import { alternativeText, textOfHtml } from '@cytocomm/contract';
import { Heading } from '@cytocomm/kit';
import { diffWordsWithSpace } from 'diff';
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import classes from './conflict.module.css';
import type { PressReleaseDraft } from './press-release-draft.ts';
import { isSameContent } from './same-text.ts';

interface WordDiffProps {
  /** The part of the release that is compared: `Title`. */
  readonly part: string;
  /** Before, as text or HTML. */
  readonly from: string;
  readonly to: string;
}

/** Longer texts are compared as a whole: comparing words takes time in the square of their number. */
const MAX_COMPARED_LENGTH = 20_000;
/** What is seen of the words before the first that differ, in px. */
const CONTEXT = 60;

/** Returns the words of a text or HTML; in the place of a picture what it shows. */
function wordsOf(html: string): string {
  return textOfHtml(
    html.replace(
      /<img\b(?:"[^"]*"|'[^']*'|[^'">])*>/gi,
      (img) => ` [Picture: ${alternativeText(img) || 'decoration'}] `,
    ),
  );
}

const picturesOf = (html: string) => [...html.matchAll(/<img src="([^"]*)"/gi)].map(([, address]) => address).join();

/** The words of two texts: what stands in the first alone is struck out, what stands in the second alone is marked. */
export function WordDiff({ part, from, to }: WordDiffProps) {
  const changes = useMemo(() => {
    const [before, after] = [wordsOf(from), wordsOf(to)];
    if (before.length + after.length <= MAX_COMPARED_LENGTH) return diffWordsWithSpace(before, after, { timeout: 300 });
    return undefined;
  }, [from, to]);
  if (wordsOf(from) === wordsOf(to)) {
    const differs = picturesOf(from) === picturesOf(to) ? 'how they are set differs' : 'a picture is another one';
    return <Words part={part}>The words are the same; {differs}.</Words>;
  }
  if (changes === undefined)
    return (
      <Words part={part}>
        <del>{wordsOf(from)}</del> <ins>{wordsOf(to)}</ins>
      </Words>
    );
  return (
    <Words part={part}>
      {changes.map(({ added, removed, value }, place) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the words have no other identity
        if (removed) return <del key={place}>{value}</del>;
        // biome-ignore lint/suspicious/noArrayIndexKey: the words have no other identity
        if (added) return <ins key={place}>{value}</ins>;
        return value;
      })}
    </Words>
  );
}

/** Words in a room of their own, at the first that differ; where they do not fit, the keyboard comes to it and scrolls it. */
function Words({ part, children }: Pick<WordDiffProps, 'part'> & { readonly children: ReactNode }) {
  const room = useRef<HTMLDivElement>(null);
  const [isFull, setIsFull] = useState(false);
  useLayoutEffect(() => {
    const first = room.current?.querySelector('del, ins');
    if (!room.current || !first) return;
    const below = first.getBoundingClientRect().top - room.current.getBoundingClientRect().top;
    room.current.scrollTop += below - CONTEXT;
  }, []);
  useLayoutEffect(() => {
    if (room.current) setIsFull(room.current.scrollHeight > room.current.clientHeight);
  });
  return (
    <div
      ref={room}
      className={classes.words}
      {...(isFull && { role: 'region', 'aria-label': `Compared words: ${part}`, tabIndex: 0 })}
    >
      {children}
    </div>
  );
}

/** A title, and a text as HTML. */
type WrittenText = Pick<PressReleaseDraft, 'title' | 'content'>;

interface TextDifferenceProps {
  readonly from: WrittenText;
  readonly to: WrittenText;
}

/** Title and text of two versions where they differ, each below its name. */
export function TextDifference({ from, to }: TextDifferenceProps) {
  const title = { name: 'Title', before: from.title.trim(), after: to.title.trim() };
  const text = { name: 'Text', before: from.content, after: to.content };
  const parts = [...(title.before === title.after ? [] : [title]), ...(isSameContent(from, to) ? [] : [text])];
  return parts.map(({ name, before, after }) => (
    <div key={name}>
      <Heading level={3} size="title-small">
        {name}
      </Heading>
      <WordDiff part={name} from={before} to={after} />
    </div>
  ));
}
