/** One page, true at the moment it is settled. */
import { expect, it } from 'vitest'
import type { IndexReader } from '../search/serve/index-reader.ts'
import type { SearchIndex } from '../search/serve/search-index.ts'
import { provenPage } from './proven-page.ts'

/** A catalogue of four contacts; `suppress` is what the database knows, `catchUp` what makes the index know. */
function fakeSearch() {
  const known = { ids: ['a', 'b', 'c', 'd'], version: 0 }
  const database = { ids: [...known.ids], version: 0 }
  const seen = { counted: 0, catchUps: 0 }
  const index = {
    reader: () => ({}) as IndexReader,
    suppressionVersion: () => known.version,
    catchUp: async () => {
      seen.catchUps += 1
      known.ids = [...database.ids]
      known.version = database.version
    },
  } as SearchIndex
  const suppress = (id: string) => {
    database.ids = database.ids.filter((other) => other !== id)
    database.version += 1
  }
  const find = () => known.ids.slice(0, 3)
  const settle = async (found: string[], version: number) => {
    if (version !== database.version) return null
    seen.counted += found.length
    return found.length
  }
  return { index, find, settle, seen, suppress }
}

it('a page is found once, and settled once', async () => {
  const { index, find, settle, seen } = fakeSearch()
  expect(await provenPage(index, find, settle)).toEqual({ found: ['a', 'b', 'c'], settled: 3 })
  expect(seen).toEqual({ counted: 3, catchUps: 0 })
})

it('SUPPRESS-2: an index that is behind catches up with suppressions before anything is shown or counted', async () => {
  const { index, find, settle, seen, suppress } = fakeSearch()
  suppress('b')
  expect(await provenPage(index, find, settle)).toEqual({ found: ['a', 'c', 'd'], settled: 3 })
  expect(seen).toEqual({ counted: 3, catchUps: 1 })
})

it('a storm of suppressions ends in a 503 that may be tried again, with nothing counted', async () => {
  const { index, find, settle, seen, suppress } = fakeSearch()
  const { catchUp } = index
  index.catchUp = async () => {
    await catchUp()
    suppress('nobody')
  }
  suppress('nobody')
  await expect(provenPage(index, find, settle)).rejects.toMatchObject({ status: 503, code: 'service_unavailable' })
  expect(seen.counted).toBe(0)
})
