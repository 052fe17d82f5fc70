/** The external site with the software that reads the sensors. It belongs to the deployment, not to the code around it. */
export const labSoftware = {
  address: 'https://lab.cytocomm.example/',
  label: 'Open the lab software',
} as const;
