import { randomUUID } from 'node:crypto';
import PostalMime, { type Address } from 'postal-mime';

/** An address of a mail. */
export interface CaughtAddress {
  readonly address: string;
  readonly name: string;
}

/** A caught mail, as `GET /email` returns it. */
export interface CaughtMail {
  readonly id: string;
  readonly subject: string;
  readonly from: readonly CaughtAddress[];
  /** The envelope's recipients, with the names in the headers. */
  readonly to: readonly CaughtAddress[];
  readonly text: string;
  readonly html: string;
  /** By lower-case name; repeated headers are joined by line breaks. */
  readonly headers: Readonly<Record<string, string>>;
  /** When it arrived. */
  readonly date: string;
}

/** The bounds of a mailbox, beyond which the oldest mails go. */
export interface Bounds {
  readonly mails: number;
  readonly bytes: number;
}

/** Mails in memory, oldest first. */
export interface Mailbox {
  /** Adds a mail for `recipients`. */
  add(raw: Buffer, recipients: readonly string[]): Promise<void>;
  all(): readonly CaughtMail[];
  find(id: string): CaughtMail | undefined;
  clear(): void;
}

const DEFAULT_BOUNDS: Bounds = { mails: 2000, bytes: 64 * 1024 * 1024 };

function plainAddresses(addresses: readonly Address[]): readonly CaughtAddress[] {
  return addresses.flatMap((entry) =>
    entry.group === undefined ? [{ address: entry.address, name: entry.name }] : plainAddresses(entry.group),
  );
}

function joined(headers: readonly { key: string; value: string }[]): Record<string, string> {
  const byName = new Map<string, string>();
  for (const { key, value } of headers) {
    const before = byName.get(key);
    byName.set(key, before === undefined ? value : `${before}\n${value}`);
  }
  return Object.fromEntries(byName);
}

/** Creates an empty mailbox. */
export function createMailbox(bounds: Bounds = DEFAULT_BOUNDS): Mailbox {
  let entries: { readonly mail: CaughtMail; readonly bytes: number }[] = [];

  function forgetOldest(): void {
    let bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
    while (entries.length > bounds.mails || (bytes > bounds.bytes && entries.length > 1)) {
      bytes -= entries.shift()?.bytes ?? 0;
    }
  }

  return {
    add: async (raw, recipients) => {
      const parsed = await PostalMime.parse(raw);
      const named = plainAddresses([...(parsed.to ?? []), ...(parsed.cc ?? [])]);
      const mail: CaughtMail = {
        id: randomUUID(),
        subject: parsed.subject ?? '',
        from: parsed.from === undefined ? [] : plainAddresses([parsed.from]),
        to: recipients.map((address) => ({
          address,
          name: named.find((entry) => entry.address.toLowerCase() === address.toLowerCase())?.name ?? '',
        })),
        text: parsed.text ?? '',
        html: parsed.html ?? '',
        headers: joined(parsed.headers),
        date: new Date().toISOString(),
      };
      entries.push({ mail, bytes: raw.length });
      forgetOldest();
    },
    all: () => entries.map((entry) => entry.mail),
    find: (id) => entries.find((entry) => entry.mail.id === id)?.mail,
    clear: () => {
      entries = [];
    },
  };
}
