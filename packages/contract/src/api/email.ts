import { z } from 'zod';
import { PLAIN_EMAIL, withoutUnseen } from '../pasted-email.ts';

/**
 * One plain e-mail address (RFC 5321), lower-cased, without what is not seen in it: no display name, no list, no line break, ASCII
 * only. A mailer would happily write to both addresses of `a@x, b@y`, so nothing looser may pass.
 */
export const emailSchema = z
  .string()
  .overwrite(withoutUnseen)
  .max(254, { error: 'at most 254 characters', abort: true })
  .regex(PLAIN_EMAIL, 'a valid e-mail address')
  .toLowerCase()
  .meta({ id: 'Email', examples: ['investor@cytocomm.example'] });
