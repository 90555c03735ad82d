import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { type FoundPerson, findPeople, markOf } from '../catalog/find-people.ts'
import { ownedAmong } from '../credits/reveals.ts'
import type { Database } from '../db/database.ts'
import type { ClaimedJob } from './job-leases.ts'
import { type Item, readItems, recordMatches } from './job-rows.ts'
import { openPerson } from './people.ts'

type Needs = { database: Database; channelKeys: ChannelKeys }

/**
 * Finds the contacts of people. Each is recorded before it is paid for. Of several contacts that fit, one that the account has
 * revealed already is taken, so that nobody pays twice for a person.
 */
export async function matchPeople(
  { accountId, id }: ClaimedJob,
  items: Item[],
  { database, channelKeys }: Needs,
): Promise<{ items: Item[]; owned: ReadonlyMap<string, Date> }> {
  const open = items.filter(({ contactId }) => contactId === null)
  const marks = open.map(({ input }) => markOf(openPerson(channelKeys, accountId, input)))
  const found = await findPeople(database, channelKeys, marks)
  const candidates = [
    ...found.flat().map(({ contactId }) => contactId),
    ...items.flatMap((item) => item.contactId ?? []),
  ]
  const owned = await ownedAmong(database, accountId, [...new Set(candidates)])
  const matches = open.flatMap(({ index }, at) => {
    const match = choose(found[at]!, owned)
    return match ? [{ index, contactId: match.contactId }] : []
  })
  if (matches.length === 0) return { items, owned }
  await recordMatches(database, accountId, id, matches)
  return { items: await readItems(database, accountId, id, items[0]!.index, items.length), owned }
}

const choose = (found: FoundPerson[], owned: ReadonlyMap<string, Date>): FoundPerson | undefined =>
  found.find(({ contactId }) => owned.has(contactId)) ?? found.find(({ revealable }) => revealable)
