import { z } from 'zod';

/**
 * One plain e-mail address, lower-cased: no display name, no list, no line break, ASCII only.
 * A mailer would happily write to both addresses of `a@x, b@y`, so nothing looser may pass.
 */
export const emailSchema = z
  .email('one plain e-mail address')
  .max(254, 'at most 254 characters')
  .toLowerCase()
  .meta({ id: 'Email', examples: ['investor@cytocomm.example'] });
