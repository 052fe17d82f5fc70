// The door of the stand-alone harness: the fake portal in a service worker. Nothing of jest is behind it.

export { demoData, people } from './demo-data.ts';
export { type MockedRemote, newestLink, peopleFor, startMockPortal, switchTo } from './mock-portal.ts';
