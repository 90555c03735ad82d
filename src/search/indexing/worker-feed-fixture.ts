import { randomCatalogue } from '../query/oracle-fixture.ts'
import type { OpenFeed } from '../schema/feed.ts'
import { feedOf } from './row-feed.ts'

/** A module that a build worker can load its feed from, for tests. */
export const openFeed: OpenFeed = async (options) => {
  const { seed, stores } = options as { seed: number; stores: number }
  if (stores < 0) throw new Error('the catalogue is away')
  const state = { version: seed, suppressionVersion: 0, erasures: 0, stateId: null }
  return { ...feedOf([randomCatalogue(seed, stores)]), ...state, changedStoreIds: null }
}
