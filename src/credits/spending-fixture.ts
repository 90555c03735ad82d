import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts'
import type { Clock } from '../base/clock.ts'
import { createSpending, type Spending } from './spend.ts'

export type CountedSpending = {
  store: TestDatabase
  spending: Spending
  /** How many spends ran alone, outside of a batch, since this was set to 0. */
  alone: number
}

/** Spending on a database of its own that counts what batches leave out. */
export async function openCountedSpending(clock: Clock): Promise<CountedSpending> {
  const store = await createTestDatabase()
  const counted: CountedSpending = {
    store,
    alone: 0,
    spending: createSpending(
      {
        ...store.database,
        query: (statement) => {
          // A number may follow the name: clocks of tests read the time in another way.
          if (statement.name?.startsWith('read_spend_state')) counted.alone += 1
          return store.database.query(statement)
        },
      },
      clock,
    ),
  }
  return counted
}
