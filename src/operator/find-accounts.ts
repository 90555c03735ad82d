import { Type } from 'typebox'
import {
  accountsByIds,
  accountsByName,
  type FoundAccount,
  type ListedStatus,
  listedStatuses,
  pageOfAccounts,
} from '../accounts/find-accounts.ts'
import { nullableString, oneOf } from '../base/schema.ts'
import { isVisiblePrefix } from '../keys/key-format.ts'
import { accountOfKey, accountsOfKeyPrefix } from '../keys/keys.ts'
import { accountsOf } from '../members/members.ts'
import { accountsOfPeople } from '../members/owners.ts'
import { listAccounts, listedAccount } from './listed-accounts.ts'
import { defineOperatorOperation, type OperatorNeeds } from './operation.ts'

const pageLength = 50
export const findLengthMax = 200
/** How many accounts one domain or key prefix may find. */
const matchesMax = 200

export const findAccountsOperation = defineOperatorOperation({
  id: 'findAccounts',
  method: 'GET',
  path: '/accounts',
  summary:
    'Find accounts by a word of the name, an email, a domain, a key prefix, or the id of the account, a key or a member; without `find`, all of them, newest first; only those in a `status`, or `suspended`',
  request: {
    query: Type.Object(
      {
        status: Type.Optional(oneOf(listedStatuses)),
        find: Type.Optional(Type.String({ maxLength: findLengthMax })),
        cursor: Type.Optional(Type.String({ maxLength: 500 })),
      },
      { additionalProperties: false },
    ),
  },
  reply: Type.Object({ data: Type.Array(listedAccount), next_cursor: nullableString() }),

  async run({ query: { find = '', status = null, cursor } }, needs) {
    const wanted = find.trim()
    const bound = `accounts ${status ?? ''} ${wanted}`
    const after = cursor === undefined ? null : needs.cursors.open(cursor, 'operator', bound)
    const page = { after, limit: pageLength + 1, status, now: needs.clock.now() }
    const found = wanted === '' ? await pageOfAccounts(needs.database, page) : await look(needs, wanted, page)
    const shown = found.slice(0, pageLength)
    const last = found.length > pageLength ? shown.at(-1)! : null
    return {
      data: await listAccounts(needs.database, shown, page.now),
      next_cursor: last && needs.cursors.seal(last.id, 'operator', bound),
    }
  },
})

/** Chooses how to look from what was typed. Only lists of all and of names go on: the others are short. */
async function look(
  { database }: OperatorNeeds,
  wanted: string,
  page: { after: string | null; limit: number; status: ListedStatus; now: Date },
): Promise<FoundAccount[]> {
  const byIds = async (ids: Promise<string[]>) => (await accountsByIds(database, await ids, page)).slice(0, pageLength)
  if (/^acc_\w+$/.test(wanted)) return accountsByIds(database, [wanted], page)
  if (/^key_\w+$/.test(wanted)) return byIds(accountOfKey(database, wanted))
  if (/^usr_\w+$/.test(wanted)) return byIds(accountsOf(database, wanted))
  if (isVisiblePrefix(wanted)) return byIds(accountsOfKeyPrefix(database, wanted, matchesMax))
  const [, mailbox, domain] = /^([^\s@]*)@([^\s@]+)$/.exec(wanted) ?? []
  if (mailbox) return byIds(accountsOfPeople(database, { email: wanted, domain: null }, matchesMax))
  if (domain) return byIds(accountsOfPeople(database, { email: null, domain }, matchesMax))
  const named = await accountsByName(database, wanted, page)
  const isDomain = named.length === 0 && page.after === null && /^[^\s@]+\.[^\s@]+$/.test(wanted)
  return isDomain ? byIds(accountsOfPeople(database, { email: null, domain: wanted }, matchesMax)) : named
}
