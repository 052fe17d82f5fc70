/** How many spans of a trace a process records: a download reads thousands of chunks. */
export const MAX_SPANS_OF_TRACE = 200;
/** How many commands of the database are watched at once. */
export const MAX_OPEN_COMMANDS = 1000;
/** How many spans wait for the collector; further ones are lost. Each takes about 2 KB. */
export const MAX_WAITING_SPANS = 2048;
/** How many spans are sent at once. */
export const MAX_BATCH = 512;
/** How long a span waits for others, in ms. */
export const BATCH_DELAY_MS = 2000;
/** How long the collector may take, in ms. */
export const EXPORT_TIMEOUT_MS = 5000;
/** How many batches are under way at once: one, and at the end of a process all that wait. */
export const MAX_BATCHES_UNDER_WAY = 1 + MAX_WAITING_SPANS / MAX_BATCH;
/** How long the last spans of a process may take, in ms; shorter than what a process has for its end. */
export const CLOSE_TIMEOUT_MS = 2000;
/** How many attributes a span has, and how long each may be, in characters. */
export const MAX_ATTRIBUTES = 32;
export const MAX_ATTRIBUTE_LENGTH = 200;
