// Loaded before a service: SIGUSR2 moves its clock an hour ahead, and the next one back.
const HOUR_MS = 3_600_000;
const real = Date.now;
let isAhead = false;
const now = () => real() + (isAhead ? HOUR_MS : 0);

globalThis.Date = new Proxy(Date, {
  construct: (target, given: readonly unknown[], newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});
process.on('SIGUSR2', () => {
  isAhead = !isAhead;
});
