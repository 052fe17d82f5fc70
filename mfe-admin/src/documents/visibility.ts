import type { StoredDocument, Visibility } from '@cytocomm/contract';
import { namesOf } from '@cytocomm/portal-api';

/** Who reads what the investors' reports show: only they can be told of a new one. */
export const REPORTS: readonly Visibility[] = ['investor', 'public'];

/** Each visibility as people read it, in the order of the form. */
export const visibilities: readonly { readonly value: Visibility; readonly label: string }[] = [
  { value: 'investor', label: 'Investors' },
  { value: 'customer', label: 'Customers' },
  { value: 'public', label: 'Public' },
];

/** A change of the visibility of chosen documents. */
interface VisibilityChange {
  readonly visibility: Visibility;
  /** Those whose visibility changes. */
  readonly changed: readonly StoredDocument[];
  /** Those that have the visibility already. */
  readonly already: readonly StoredDocument[];
  /** Those that cannot be published, because they are for groups alone. */
  readonly kept: readonly StoredDocument[];
}

/** Returns `1 document`, `14 documents`. */
export const documentCount = (number: number): string => `${number} ${number === 1 ? 'document' : 'documents'}`;

const themOf = ({ length }: readonly StoredDocument[]) => (length === 1 ? 'it' : 'them');
const isForGroups = ({ groups = [] }: StoredDocument) => groups.length > 0;
const groupsOf = (documents: readonly StoredDocument[]) =>
  namesOf([...new Set(documents.flatMap(({ groups = [] }) => groups))].toSorted().map((name) => ({ name })));
const titlesOf = (documents: readonly StoredDocument[]) =>
  namesOf(documents.map(({ title }) => ({ name: `“${title}”` })));

/** Sorts chosen documents by what a new visibility means for them. Those for groups stay so, and are not published. */
export function visibilityChangeOf(chosen: readonly StoredDocument[], visibility: Visibility): VisibilityChange {
  const others = chosen.filter((document) => document.visibility !== visibility);
  const isKept = (document: StoredDocument) => visibility === 'public' && isForGroups(document);
  return {
    visibility,
    changed: others.filter((document) => !isKept(document)),
    already: chosen.filter((document) => document.visibility === visibility),
    kept: others.filter(isKept),
  };
}

/** Returns who reads documents of a visibility: `Investors`. */
const readersOf = (visibility: Visibility): string =>
  visibilities.find(({ value }) => value === visibility)?.label ?? visibility;

/** Returns the question before the change. */
export function questionOf({ visibility, changed }: VisibilityChange): string {
  const documents = documentCount(changed.length);
  if (visibility === 'public') return `Publish ${documents}?`;
  const within = changed.every(isForGroups) ? ' in their groups' : '';
  return `Show ${documents} to ${readersOf(visibility)}${within} alone?`;
}

/** Returns who can read the changed documents, in sentences; those for groups are named apart. */
function readersSentences({ visibility, changed }: VisibilityChange): readonly string[] {
  const readers = readersOf(visibility);
  const forGroups = changed.filter(isForGroups);
  if (forGroups.length === 0) return [`${readers} can read ${themOf(changed)} at once.`];
  const isOne = forGroups.length === 1;
  const others = changed.length - forGroups.length;
  const which = others > 0 ? `${forGroups.length} of them` : isOne ? 'It' : 'They';
  const only = isOne
    ? `only ${readers} in these can read it at once.`
    : `each can be read at once only by ${readers} in its groups.`;
  return [
    ...(others > 0 ? [`${readers} can read ${others} of them at once.`] : []),
    `${which} ${isOne ? 'stays' : 'stay'} for groups alone (${groupsOf(forGroups)}): ${only}`,
  ];
}

/** Returns the consequences of the change, in sentences. */
export function consequencesOf(change: VisibilityChange): readonly string[] {
  const { visibility, changed, already, kept } = change;
  const them = themOf(changed);
  const alreadySentence = `${already.length} more ${already.length === 1 ? 'is' : 'are'} for ${readersOf(visibility)} already.`;
  return [
    ...(visibility === 'public'
      ? [`Everybody can read ${them} at once, without signing in.`]
      : [
          ...readersSentences(change),
          `Others who could read ${them} no longer can; downloaded copies stay with those who have them.`,
        ]),
    ...(already.length > 0 ? [alreadySentence] : []),
    ...(kept.length > 0 ? [keptSentence(kept)] : []),
  ];
}

function keptSentence(kept: readonly StoredDocument[]): string {
  const [are, stay] = kept.length === 1 ? ['is', 'it stays as it is'] : ['are', 'they stay as they are'];
  return `${documentCount(kept.length)} ${are} for groups alone, and ${stay}: ${titlesOf(kept)}. Take the groups away first, with Edit.`;
}

/** Returns why nothing changes. */
export function nothingToChange({ visibility, already, kept }: VisibilityChange): string {
  if (kept.length > 0) return `Nothing is published. ${keptSentence(kept)}`;
  const forGroups = already.filter(isForGroups);
  const readers = `All of them are for ${readersOf(visibility)} already`;
  if (forGroups.length === 0) return `${readers}.`;
  const some = forGroups.length === already.length ? 'each' : `${forGroups.length} of them`;
  return `${readers}, ${some} for groups alone (${groupsOf(forGroups)}).`;
}

/** Returns what changed. */
export function changedSentence(visibility: Visibility, changed: readonly StoredDocument[]): string {
  const done = `${documentCount(changed.length)} for ${readersOf(visibility)} from now on`;
  const forGroups = changed.filter(isForGroups);
  if (forGroups.length === 0) return `${done}.`;
  const some = forGroups.length === changed.length ? '' : `${forGroups.length} of them `;
  return `${done}, ${some}for groups alone (${groupsOf(forGroups)}).`;
}
