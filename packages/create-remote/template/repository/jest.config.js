export { default } from '@cytocomm/test-kit/jest-preset';
