// The command of a team that has no checkout: one file that needs nothing but Node.
export { bundleCommand } from './bundle-command.ts';
export { NotPublished, publishFolder } from './publish-folder.ts';
