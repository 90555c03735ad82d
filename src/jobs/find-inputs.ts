import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../base/clock.ts'
import { problems } from '../base/problems.ts'
import type { Principal } from '../call/principal.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { withNormalisedDomains } from '../catalog/domains.ts'
import { readExcluded } from '../catalog/exclusions/excluded.ts'
import { contactsOfList } from '../collections/contacts-of-list.ts'
import { revealedIds } from '../credits/reveals.ts'
import type { Database } from '../db/database.ts'
import { asking } from '../search/search-problems.ts'
import type { ContactPosition, StorePosition } from '../search/segments/positions.ts'
import type { ListCondition } from '../search/serve/id-lists.ts'
import type { IndexReader } from '../search/serve/index-reader.ts'
import { readStore } from '../search/serve/read-hit.ts'
import type { SearchIndex } from '../search/serve/search-index.ts'
import { workOverlays } from '../work/work-overlay.ts'
import type { JobRequest } from './job-request.ts'
import { sealPerson } from './people.ts'

type SearchJob = Required<Pick<JobRequest, 'search' | 'max' | 'kind'>> & Pick<JobRequest, 'allow_excluded'>
type Needs = { database: Database; searchIndex: SearchIndex; clock: Clock; channelKeys: ChannelKeys }

/** What a job works on, in order: contacts by id, stores by domain, people sealed. A search is run once, when the job is made. */
export async function findInputs(body: JobRequest, principal: Principal, needs: Needs): Promise<string[]> {
  if (body.contact_ids) return body.contact_ids
  if (body.domains) return body.domains
  if (body.people) return body.people.map((one) => sealPerson(needs.channelKeys, principal.account.id, one))
  if (body.list_id !== undefined) return contactsIn(body.list_id, principal, needs.database)
  return resultsOf(body as SearchJob, principal, needs)
}

async function contactsIn(listId: string, principal: Principal, database: Database): Promise<string[]> {
  const ids = (await contactsOfList(database, principal, listId))!
  if (ids.size === 0) throw problems.invalidRequest('list_id', 'The list is empty.')
  return [...ids]
}

/** A part of a result at a time, so that other requests are answered in between. */
const pageLength = 1_000

async function resultsOf(job: SearchJob, { account }: Principal, needs: Needs): Promise<string[]> {
  const { search, max, kind, allow_excluded: isAllowed = false } = job
  const query = withNormalisedDomains(search)
  const { person, store } = query
  const isRevealedAsked = person?.revealed !== undefined
  const revealed = isRevealedAsked ? await revealedIds(needs.database, account.id) : []
  const overlaysOf = (over: 'contacts' | 'stores') => workOverlays(needs.database, needs.clock, account.id, over, query)
  const overlays = await overlaysOf(kind === 'reveal' || person !== undefined ? 'contacts' : 'stores')
  const { contactIds, storeIds } = await readExcluded(needs.database, account.id)
  const without = (ids: string[]): ListCondition[] =>
    isAllowed || ids.length === 0 ? [] : [{ list: { ids: new Set(ids) }, wanted: false }]
  const [contactsOut, storesOut] = [without(contactIds), without(storeIds)]
  const found =
    kind === 'reveal' || person !== undefined
      ? await collect<ContactPosition>(max, needs, (reader, page) => {
          const asked = { query, revealedIds: revealed, overlays, listed: contactsOut }
          const { ids, nextAfter } = reader.searchContacts({ ...asked, ...page })
          return { inputs: ids, next: nextAfter(ids.length) }
        })
      : await collect<StorePosition>(max, needs, (reader, page) => {
          const asked = { query: { ...(store && { store }) }, overlays, listed: storesOut }
          const { hits, nextAfter } = reader.searchStores({ ...asked, ...page })
          return { inputs: hits.map((hit) => readStore(hit).domain), next: nextAfter(hits.length) }
        })
  if (found.length === 0) throw problems.invalidRequest('search', 'The search finds nothing.')
  return found
}

type Part<Position> = { inputs: string[]; next: Position | null }

/** Positions survive a new index, so the parts fit together whatever is imported meanwhile. */
async function collect<Position>(
  max: number,
  { searchIndex, clock }: Needs,
  find: (reader: IndexReader, page: { limit: number; after: Position | null; asOf: number }) => Part<Position>,
): Promise<string[]> {
  const all: string[] = []
  const asOf = clock.now().getTime()
  let after: Position | null = null
  do {
    const limit = Math.min(pageLength, max - all.length)
    const part: Part<Position> = asking(() => find(searchIndex.reader(), { limit, after, asOf }))
    all.push(...part.inputs)
    after = part.next
    await setImmediate()
  } while (after !== null && all.length < max)
  return all
}
