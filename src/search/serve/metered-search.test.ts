/** One page, true at the moment it is counted. */
import { expect, it } from 'vitest'
import type { CatalogueIndex } from './catalogue-index.ts'
import type { CurrentCatalogue } from './current-catalogue.ts'
import { meteredSearch } from './metered-search.ts'

type Taken = { granted: number; left: number } | null

/** A catalogue of five contacts; `suppress` is what the database knows, `catchUp` what makes the index know. */
function fakeSearch(rowsLeft: number) {
  const known = { ids: ['a', 'b', 'c', 'd', 'e'], version: 0 }
  const database = { ids: [...known.ids], version: 0 }
  const seen = { finds: [] as number[], counted: 0, catchUps: 0, rowsLeft }
  const catalogue = {
    index: () => ({}) as CatalogueIndex,
    suppressionVersion: () => known.version,
    catchUp: async () => {
      seen.catchUps += 1
      known.ids = [...database.ids]
      known.version = database.version
    },
  } as CurrentCatalogue
  const suppress = (id: string) => {
    database.ids = database.ids.filter((other) => other !== id)
    database.version += 1
  }
  const steps = (limit: number) => ({
    limit,
    find: (_: CatalogueIndex, rows: number) => {
      seen.finds.push(rows)
      const ids = known.ids.slice(0, rows)
      return { ids, next: ids.length < known.ids.length ? ids.at(-1)! : null, total: known.ids.length }
    },
    hydrate: async ({ ids }: { ids: string[] }) =>
      new Map(ids.filter((id) => database.ids.includes(id)).map((id) => [id, `row of ${id}`])),
    takeRows: async (wanted: number, version: number): Promise<Taken> => {
      if (version !== database.version) return null
      const granted = Math.min(wanted, seen.rowsLeft)
      const left = seen.rowsLeft
      seen.rowsLeft -= granted
      seen.counted += granted
      return { granted, left }
    },
    giveRowsBack: async (rows: number) => {
      seen.rowsLeft += rows
      seen.counted -= rows
    },
  })
  return { catalogue, steps, seen, suppress }
}

it('a page is found once, and its rows are counted once', async () => {
  const { catalogue, steps, seen } = fakeSearch(100)
  const page = await meteredSearch(catalogue, steps(3))
  expect(page).toEqual({
    found: { ids: ['a', 'b', 'c'], next: 'c', total: 5 },
    rows: ['row of a', 'row of b', 'row of c'],
  })
  expect(seen).toMatchObject({ finds: [3], counted: 3, catchUps: 0 })
})

it('ROWS-2: a page that the quota cuts short ends, with its cursor, at the last row that is shown', async () => {
  const { catalogue, steps, seen } = fakeSearch(2)
  const page = await meteredSearch(catalogue, steps(4))
  expect(page).toEqual({ found: { ids: ['a', 'b'], next: 'b', total: 5 }, rows: ['row of a', 'row of b'] })
  expect(seen.counted).toBe(2)
})

it('with no rows left there is no page, not even an empty one', async () => {
  const { catalogue, steps } = fakeSearch(0)
  expect(await meteredSearch(catalogue, steps(4))).toBeNull()
})

it('what was suppressed after the index last heard is caught up on before anything is shown or counted', async () => {
  const { catalogue, steps, seen, suppress } = fakeSearch(100)
  suppress('b')
  const page = await meteredSearch(catalogue, steps(3))
  expect(page).toEqual({
    found: { ids: ['a', 'c', 'd'], next: 'd', total: 4 },
    rows: ['row of a', 'row of c', 'row of d'],
  })
  expect(seen).toMatchObject({ counted: 3, catchUps: 1 })
})

it('ROWS-4, SUPPRESS-2: who is suppressed after the rows were counted, but before they were read, is neither shown nor counted', async () => {
  const { catalogue, steps, seen, suppress } = fakeSearch(100)
  const { hydrate, ...rest } = steps(3)
  let isFirst = true
  const page = await meteredSearch(catalogue, {
    ...rest,
    hydrate: async (found) => {
      // The count of the rows is sent meanwhile, and is through before the first row is read.
      await Promise.resolve()
      if (isFirst) suppress('b')
      isFirst = false
      return hydrate(found)
    },
  })
  expect(page).toEqual({
    found: { ids: ['a', 'c', 'd'], next: 'd', total: 4 },
    rows: ['row of a', 'row of c', 'row of d'],
  })
  expect(seen.counted).toBe(3)
})

it('a storm of suppressions ends in a 503 that may be tried again, with nothing counted', async () => {
  const { catalogue, steps, seen, suppress } = fakeSearch(100)
  const { catchUp } = catalogue
  catalogue.catchUp = async () => {
    await catchUp()
    suppress('nobody')
  }
  suppress('nobody')
  await expect(meteredSearch(catalogue, steps(3))).rejects.toMatchObject({ status: 503, code: 'service_unavailable' })
  expect(seen.counted).toBe(0)
})
