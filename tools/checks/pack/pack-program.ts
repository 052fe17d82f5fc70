import { workerData } from 'node:worker_threads';
import { sharedRanges } from '@cytocomm/remote-tools';
import { z } from 'zod';
import { ROOT } from '../../commands/workspaces.ts';
import { packPackages } from './pack-packages.ts';
import { writePackages } from './packages-folder.ts';

// Packs beside a build: the compiler, for which this thread waits, has the other core.
writePackages(z.string().parse(workerData), await packPackages(ROOT, sharedRanges(ROOT)));
