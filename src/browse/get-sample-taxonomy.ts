import { defineOperation } from '../call/operation.ts'
import type { SearchIndex } from '../search/serve/search-index.ts'
import { getTaxonomy } from '../stores/get-taxonomy.ts'

/** The values that the sample can be filtered by, for people whose account has no plan. */
export const getSampleTaxonomy = defineOperation({
  ...getTaxonomy,
  id: 'getSampleTaxonomy',
  path: '/taxonomy',
  summary: 'Get the values to filter the sample by',
  description: 'The taxonomy without counts, for accounts without a plan.',
  meter: 'sample',

  async run(call, context: { searchIndex: SearchIndex }) {
    const taxonomy = await getTaxonomy.run(call, context)
    const lists = Object.entries(taxonomy).map(([name, values]) => [
      name,
      Array.isArray(values) ? values.map((value) => ({ ...value, count: null })) : values,
    ])
    return Object.fromEntries(lists) as typeof taxonomy
  },
})
