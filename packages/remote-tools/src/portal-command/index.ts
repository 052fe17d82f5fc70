// The command of a team that has no checkout: one file that needs nothing but Node.
export { bundleCommand } from './bundle-command.ts';
export { NotPublished, publishFolder, readTarget } from './publish-folder.ts';
