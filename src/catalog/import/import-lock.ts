import type { Database } from '../../db/database.ts'
import { advisoryLocks } from '../../db/locks.ts'

export class ImportUnderWay extends Error {}

type ImportLock = { assertHeld(): void; release(): Promise<void> }

/**
 * One import at a time. The lock lives in a transaction that stays open on a connection of its own: it ends with the
 * process, however that ends, and holds behind a pooler that shares connections between transactions.
 */
export async function takeImportLock(database: Database): Promise<ImportLock> {
  const client = await database.connect()
  let lost: Error | undefined
  client.on('error', (error) => {
    lost = error
  })
  try {
    await client.query('BEGIN')
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0')
    // Without parameters: the portal of a query with some keeps its snapshot, and with it all dead rows, until the transaction ends.
    const { rows } = await client.query(`SELECT pg_try_advisory_xact_lock(${advisoryLocks.import}) AS taken`)
    if (!rows[0].taken)
      throw new ImportUnderWay('Another import is running. Start this one again when it has finished.')
  } catch (error) {
    await client.end()
    throw error
  }
  return {
    assertHeld: () => {
      if (lost)
        throw new Error('The connection that holds the import lock was lost. Run the import again.', { cause: lost })
    },
    release: () => client.end(),
  }
}
