// Loaded before a service: SIGIO lets it hold 900 MB more than it needs, until it ends.
const held: Buffer[] = [];
process.on('SIGIO', () => {
  held.push(Buffer.alloc(900_000_000, 1));
});
