import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { RecoveryCodesRecord } from '../users/service.ts';

/** How many codes a person gets at once. */
const COUNT = 10;
const LENGTH = 12;
/** Letters and digits that nobody takes for one another: 5 bits each, 60 a code. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const scryptAsync = promisify<string, string, number, Buffer>(scrypt);

async function hashOf(code: string, salt: string): Promise<string> {
  return (await scryptAsync(code, salt, 32)).toString('base64url');
}

function newCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '').join('');
}

/** Returns new codes, for the eyes of their person, and what is stored of them. */
export async function makeRecoveryCodes(
  now: Date,
): Promise<{ readonly codes: readonly string[]; readonly record: RecoveryCodesRecord }> {
  const salt = randomBytes(16).toString('base64url');
  const codes = Array.from({ length: COUNT }, newCode);
  const hashes = await Promise.all(codes.map((code) => hashOf(code, salt)));
  return {
    // In groups, as people copy them.
    codes: codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-')),
    record: { salt, hashes, createdAt: now },
  };
}

/** Returns the hash of the code among those that are left; undefined when it is none of them. */
export async function findRecoveryCode(
  code: string,
  { salt, hashes }: RecoveryCodesRecord,
): Promise<string | undefined> {
  const given = Buffer.from(await hashOf(code, salt));
  return hashes.find((hash) => {
    const kept = Buffer.from(hash);
    return kept.length === given.length && timingSafeEqual(kept, given);
  });
}
