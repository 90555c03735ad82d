import type { App } from '../src/app.ts'
import { sql } from '../src/base/sql.ts'
import { noteChangedStores, raiseVersion } from '../src/catalog/change-log.ts'

let round = 0

/** A word for the names of the stores of one round. No two are a typo of each other, which a search would find as well. */
export const changedWord = (of: number): string => `changed${String.fromCharCode(97 + (of % 26)).repeat(4)}`

/** Renames some stores, as an import would, and resolves with the seconds from the commit to the first search that finds all. */
export async function changeStores(
  { database, searchIndex }: App,
  count: number,
  looking = (look: () => number): number => look(),
): Promise<number> {
  const word = changedWord(++round)
  const total = () => searchIndex.reader().searchStores({ query: { store: { query: word } }, limit: 1 }).total
  const rows = await database.query<{ storeId: string }>(
    sql`SELECT store_id AS "storeId" FROM stores LIMIT ${count} OFFSET ${round * count}`,
  )
  const storeIds = rows.map(({ storeId }) => storeId)
  await database.transaction(async (tx) => {
    await tx.query(sql`UPDATE stores SET name = ${word} || ' ' || name WHERE store_id = ANY(${storeIds}::text[])`)
    await noteChangedStores(tx, { storeIds })
    await tx.query(sql`UPDATE catalogue_state SET ${raiseVersion}`)
  })
  const began = performance.now()
  while (looking(total) < count) await new Promise((resolve) => setTimeout(resolve, 10))
  return (performance.now() - began) / 1_000
}
