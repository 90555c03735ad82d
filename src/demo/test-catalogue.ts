import type { ImportedStore } from '../catalog/import-record.ts'
import { magicStore } from '../test-mode/magic.ts'
import { createSyntheticCatalogue } from '../test-mode/synthetic-catalogue.ts'
import { readSynthetic } from '../test-mode/synthetic-stores.ts'
import type { SyntheticSource } from '../test-mode/test-needs.ts'
import { demoCatalogue } from './catalogue.ts'

/** Enough for searches, facets and pages to look real, and generated in a moment. Another seed than the demo's: nobody is in both. */
export const size = { stores: 800, seed: 20_260 }

/** The catalogue of test mode, the same on every node and at every start. */
export function* testCatalogue(): Iterable<ImportedStore> {
  yield magicStore()
  yield* demoCatalogue(size)
}

export const testCatalogueSource: SyntheticSource = {
  records: testCatalogue,
  feed: { feedModule: new URL('./test-catalogue-feed.ts', import.meta.url), feedOptions: {} },
}

/** The catalogue itself, for what changes rows of a test account outside of its requests. */
export const makeTestCatalogue = (): object => createSyntheticCatalogue([...readSynthetic(testCatalogue())])
