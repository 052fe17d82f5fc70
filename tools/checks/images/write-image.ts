import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { billOfMaterials } from './bill-of-materials.ts';
import { fixMetadata } from './fixed-metadata.ts';
import { type ImageService, type ProductionTree, productionTree, writeProductionTree } from './production-tree.ts';

/** The bill of materials of an image, in its folder. */
export const BILL_FILE = 'sbom.cdx.json';

/**
 * Writes what an image of a service holds into an empty folder: its production tree and its bill of materials. The same checkout
 * gives the same bytes, rights and times. Throws CannotStart when a package is not installed.
 */
export function writeImage(root: string, service: ImageService, folder: string): ProductionTree {
  const tree = productionTree(root, service);
  writeProductionTree(root, tree, folder);
  writeFileSync(join(folder, BILL_FILE), billOfMaterials(root, service, tree));
  fixMetadata(folder);
  return tree;
}
