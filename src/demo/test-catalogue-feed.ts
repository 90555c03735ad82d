import type { OpenFeed } from '../search/schema/feed.ts'
import { syntheticFeed } from '../test-mode/synthetic-index.ts'
import { readSynthetic } from '../test-mode/synthetic-stores.ts'
import { testCatalogue } from './test-catalogue.ts'

/** The catalogue of test mode, for the worker that builds its index. */
export const openFeed: OpenFeed = async () => syntheticFeed(Array.from(readSynthetic(testCatalogue())))
