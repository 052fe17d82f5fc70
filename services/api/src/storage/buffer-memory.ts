import { setFlagsFromString } from 'node:v8';

/** Times four: how many bytes of new buffers there may be until V8 looks which of them are still in use. */
const NEW_SPACE_MB = 4;

/**
 * Has V8 look after new buffers every 16 MB. By itself it does so every 64 MB, by when its limit for the whole heap is reached: what
 * passes through here then costs a collection of the whole heap, and the process up to 64 MB more.
 */
export function collectBuffersSoon(): void {
  setFlagsFromString(`--scavenger-max-new-space-capacity-mb=${NEW_SPACE_MB}`);
}

/** Frees the memory behind these bytes at once. They, and whatever else lies in the same memory, are empty from then on. */
export function freeMemoryOf(bytes: Buffer): void {
  const { buffer } = bytes;
  // Small buffers are parts of a pool that others use as well.
  if (buffer instanceof ArrayBuffer && buffer.byteLength > Buffer.poolSize) buffer.transfer(0);
}
