export { BODY_TIMEOUT_MS, liftBodyDeadline } from './body-deadline.ts';
export { CannotListen, createListener, type DrainTimes, type Listener, type ListenerBounds } from './listener.ts';
