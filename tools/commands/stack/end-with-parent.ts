// Loaded before a service: its parent holds its standard input, and so ends it by ending in any way.
process.stdin.once('end', () => process.kill(process.pid, 'SIGTERM')).resume();
