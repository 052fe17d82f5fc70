import { MAX_GROUP_LENGTH } from '@cytocomm/contract';

/** How much may be typed of a group, in characters: signs between its words become one hyphen each (`groupNamed`). */
export const MAX_TYPED_GROUP_LENGTH = MAX_GROUP_LENGTH * 1.5;
