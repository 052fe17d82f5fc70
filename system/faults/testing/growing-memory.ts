// Loaded before a service: SIGIO lets it hold 900 MB more than it needs, until it ends.
const buffers: Buffer[] = [];
process.on('SIGIO', () => {
  buffers.push(Buffer.alloc(900_000_000, 1));
});
