import { getTaxonomy } from '../stores/get-taxonomy.ts'

/** The values that the sample can be filtered by, for people whose account has no plan. */
export const getSampleTaxonomy = {
  ...getTaxonomy,
  id: 'getSampleTaxonomy',
  path: '/taxonomy',
  summary: 'Get the values to filter the sample by',
  description: 'The taxonomy, for accounts without a plan.',
  meter: 'sample' as const,
}
