import { randomCatalogue } from '../query/oracle-fixture.ts'
import type { CatalogueState, Feed } from './feed.ts'
import { feedOf } from './rows-fixture.ts'

/** A module that a build worker can load its feed from, for tests. */
export async function openFeed(options: unknown): Promise<Feed & CatalogueState> {
  const { seed, stores } = options as { seed: number; stores: number }
  if (stores < 0) throw new Error('the catalogue is away')
  return { ...feedOf([randomCatalogue(seed, stores)]), version: seed, suppressionVersion: 0 }
}
