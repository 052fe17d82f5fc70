/** A remote cannot be made. The message is a sentence for the person at the terminal. */
export class CannotCreate extends Error {
  override readonly name = 'CannotCreate';
}

/** The longest name: it stands in addresses, labels and class names. */
const MAX_NAME_LENGTH = 30;
const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const PREFIX = 'mfe-';
/** The frame's name, and what is the portal's own as an address. */
const TAKEN = ['shell', 'api', 'releases', 'packages', 'dashboard', 'auth-handler', 'healthz', 'readyz', 'metrics'];

/** The roles to which any remote may show a section, and how the dashboard calls each. */
export const ROLES: Readonly<Record<string, string>> = { investor: 'Investor', customer: 'Customer' };

/** The words of a new remote, as its files have them. */
export interface RemoteWords {
  /** `mfe-news-room`: the name in releases, and of the folder. */
  readonly name: string;
  /** `news-room` */
  readonly word: string;
  /** `/news-room` */
  readonly address: string;
  /** `NewsRoom` */
  readonly component: string;
  /** `News room` */
  readonly title: string;
  readonly role: string;
  readonly roleLabel: string;
}

/** Returns the words of the remote that a person asks for, whose name may begin with `mfe-` or not. Throws CannotCreate. */
export function remoteWords(asked: string | undefined, role: string): RemoteWords {
  if (asked === undefined || asked === '')
    throw new CannotCreate('A remote needs a name: npm create @cytocomm/remote NAME');
  const word = asked.startsWith(PREFIX) ? asked.slice(PREFIX.length) : asked;
  if (!NAME.test(word) || word.length > MAX_NAME_LENGTH)
    throw new CannotCreate(
      `"${asked.slice(0, 100)}" is no name of a remote: take lower-case words joined by hyphens, ${MAX_NAME_LENGTH} characters at most, as in news-room.`,
    );
  if (TAKEN.includes(word)) throw new CannotCreate(`"${word}" is a name of the portal itself: choose another.`);
  const roleLabel = Object.hasOwn(ROLES, role) ? ROLES[role] : undefined;
  if (roleLabel === undefined)
    throw new CannotCreate(
      `There is no role "${role.slice(0, 100)}" to which any remote may show a section: take one of ${Object.keys(ROLES).join(', ')}; another is the platform team's to allow.`,
    );
  const parts = word.split('-');
  const component = parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1)).join('');
  const title = word.charAt(0).toUpperCase() + parts.join(' ').slice(1);
  return { name: PREFIX + word, word, address: `/${word}`, component, title, role, roleLabel };
}
