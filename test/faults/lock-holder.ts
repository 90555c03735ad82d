/** A node in the middle of a change to an account's credits: it has the lock and is about to go on. */
import { lockBalance } from '../../src/credits/ledger.ts'
import { openDatabase } from '../../src/db/database.ts'

const [url = '', accountId = ''] = process.argv.slice(2)
const database = openDatabase({ url })
await database.transaction(async (tx) => {
  await lockBalance(tx, accountId)
  process.send?.('locked')
  await new Promise((resolve) => setTimeout(resolve, 60_000))
})
