/** An account as a line of a list, alike for programs, in the console and in `prospector account list`. */
import { type Static, Type } from 'typebox'
import { effectiveStatus, hasApiAccess } from '../accounts/api-access.ts'
import type { FoundAccount } from '../accounts/find-accounts.ts'
import { html } from '../base/html.ts'
import { planStatuses } from '../base/plan-statuses.ts'
import { dateTime, oneOf } from '../base/schema.ts'
import { minute } from '../base/words.ts'
import type { Db } from '../db/database.ts'
import { ownersOfAccounts } from '../members/owners.ts'
import { consolePath } from './console.ts'
import { type Cell, date, mono } from './page-parts.ts'

export const listedAccount = Type.Object({
  account_id: Type.String(),
  name: Type.String(),
  owners: Type.Array(Type.String()),
  plan: Type.String(),
  status: oneOf(planStatuses),
  suspended: Type.Boolean(),
  api_access: Type.Boolean(),
  created_at: dateTime(),
})

type ListedAccount = Static<typeof listedAccount>

export async function listAccounts(db: Db, accounts: readonly FoundAccount[], now: Date): Promise<ListedAccount[]> {
  const owners = await ownersOfAccounts(
    db,
    accounts.map(({ id }) => id),
  )
  return accounts.map((account) => ({
    account_id: account.id,
    name: account.name,
    owners: owners.get(account.id) ?? [],
    plan: account.planId,
    status: effectiveStatus(account, now),
    suspended: account.suspendedAt !== null,
    api_access: hasApiAccess(account, now),
    created_at: account.createdAt.toISOString(),
  }))
}

/** Whether it can use the API now. The plan may allow it, and a suspension closes it all the same. */
export const accessWords = ({ api_access, suspended }: { api_access: boolean; suspended: unknown }): string => {
  if (suspended) return 'no, suspended'
  return api_access ? 'yes' : 'no'
}

/** `cell`: on a page, where that differs from the text. */
type Column = { heading: string; text: (account: ListedAccount) => string; cell?: (account: ListedAccount) => Cell }

/** Of the table in the console and of the command's. */
export const accountColumns: readonly Column[] = [
  {
    heading: 'Name',
    text: ({ name }) => name,
    cell: ({ account_id, name }) => html`<a href="${consolePath}/accounts/${account_id}">${name}</a>`,
  },
  { heading: 'Owner', text: ({ owners }) => owners.join(', ') || '-' },
  { heading: 'Plan', text: ({ plan }) => plan },
  {
    heading: 'Status',
    text: ({ status, suspended }) => (suspended ? `${status}, suspended` : status),
    cell: ({ status, suspended }) => (suspended ? html`${status} <span class="state error">suspended</span>` : status),
  },
  { heading: 'Access', text: accessWords },
  {
    heading: 'Created',
    text: ({ created_at }) => minute(new Date(created_at)),
    cell: ({ created_at }) => date(created_at),
  },
  { heading: 'Id', text: ({ account_id }) => account_id, cell: ({ account_id }) => mono(account_id) },
]
