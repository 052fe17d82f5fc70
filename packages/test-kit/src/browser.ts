// The door of the stand-alone harness: the fake portal in a service worker. Nothing of jest is behind it.

export { demoData, people } from '@cytocomm/fake-portal';
export { type MockedRemote, newestLink, peopleFor, startMockPortal, switchTo } from './mock-portal.ts';
