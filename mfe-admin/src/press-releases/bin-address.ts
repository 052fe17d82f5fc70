/** The address of the bin with its press releases. */
export const BIN_ADDRESS = '/dashboard/admin/bin?kind=press-release';
