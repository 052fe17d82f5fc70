import { config } from 'zod';

// zod tries whether it may compile code as soon as a schema is made. The portal's policy forbids it, and browsers report
// the try. Imported before any schema.
config({ jitless: true });
