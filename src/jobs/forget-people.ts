import { sql } from '../base/sql.ts'
import type { Db } from '../db/database.ts'
import { forgottenPerson } from './people.ts'

/** People who are erased leave the jobs that named them; outcomes and costs stay. */
export async function forgetInputsOf(tx: Db, contactIds: readonly string[]): Promise<void> {
  await tx.query(sql`UPDATE job_items SET input = ${forgottenPerson} WHERE contact_id = ANY(${contactIds}::text[])`)
}

/** For an account that is erased: jobs name the people it asked for, and its own. */
export async function deleteJobs(tx: Db, accountId: string): Promise<void> {
  await tx.query(sql`DELETE FROM jobs WHERE account_id = ${accountId}`)
}
