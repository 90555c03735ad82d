import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../base/clock.ts'
import type { Principal } from '../call/principal.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { withNormalisedDomains } from '../catalog/domains.ts'
import { readExcluded } from '../catalog/exclusions/excluded.ts'
import { contactsOfList } from '../collections/contacts-of-list.ts'
import { viewerOf } from '../collections/list-schema.ts'
import { revealedIds } from '../credits/reveals.ts'
import type { Database } from '../db/database.ts'
import { excludedCondition } from '../search/excluded-condition.ts'
import type { EitherQuery } from '../search/request-schema.ts'
import type { ContactSort, StoreSort } from '../search/schema/sorts.ts'
import { asking } from '../search/search-problems.ts'
import type { ContactPosition, StorePosition } from '../search/segments/positions.ts'
import type { IndexReader } from '../search/serve/index-reader.ts'
import { readStore, storeDomainOf } from '../search/serve/read-hit.ts'
import type { SearchIndex } from '../search/serve/search-index.ts'
import type { Hit } from '../search/serve/segment-search.ts'
import { ownOverlays } from '../work/own-overlays.ts'
import { type JobRequest, searchedBy } from './job-request.ts'
import { sealPerson } from './people.ts'

type SearchJob = Required<Pick<JobRequest, 'search' | 'max' | 'kind'>> &
  Pick<JobRequest, 'allow_excluded' | 'per_store'>
type Needs = {
  database: Database
  searchIndex: SearchIndex
  clock: Clock
  channelKeys: ChannelKeys
  publicUrl: string
}

/** What a job works on, in order: contacts by id, stores by domain, people sealed. A search is run once, when the job is made. */
export async function findInputs(body: JobRequest, principal: Principal, needs: Needs): Promise<string[]> {
  if (body.contact_ids) return body.contact_ids
  if (body.domains) return body.domains
  if (body.people) return body.people.map((one) => sealPerson(needs.channelKeys, principal.account.id, one))
  if (body.list_id !== undefined) return [...(await contactsOfList(needs, principal, body.list_id))!]
  return resultsOf(body as SearchJob, principal, needs)
}

async function resultsOf(job: SearchJob, principal: Principal, needs: Needs): Promise<string[]> {
  const { search, max, allow_excluded: isAllowed = false, per_store: perStore } = job
  const { sort, ...query } = withNormalisedDomains(search)
  const over = searchedBy(job)
  const overlays = await ownOverlays(needs.database, needs.clock, viewerOf(principal), over, query)
  const { contactIds, storeIds, ownEmails } = await readExcluded(needs.database, principal.account.id)
  const list = { ids: new Set(over === 'contacts' ? contactIds : storeIds) }
  const listed = excludedCondition(isAllowed ? 'show' : 'hide', list)
  if (over === 'stores') {
    const asked = { query, sort: sort as StoreSort | undefined, overlays, listed }
    return collect<StorePosition>(max, needs, (reader, page) => {
      const { hits, nextAfter } = reader.searchStores({ ...asked, ...page })
      return { inputs: hits.map((hit) => readStore(hit).domain), next: nextAfter(hits.length) }
    })
  }
  const asked = { sort: sort as ContactSort | undefined, overlays, listed, ownEmails }
  const isRevealedAsked = query.person?.revealed !== undefined
  const revealed =
    isRevealedAsked || perStore !== undefined ? await revealedIds(needs.database, principal.account.id) : []
  if (perStore === undefined) return contactsFor({ ...asked, query, revealedIds: revealed }, max, needs)
  const chosen = fewPerStore(perStore)
  // Somebody of the store who is paid for already serves as well as another one.
  const choices = isRevealedAsked ? [query.person!.revealed!] : [true, false]
  const found: string[] = []
  for (const choice of choices) {
    const part = { ...asked, query: { ...query, person: { ...query.person, revealed: choice } }, revealedIds: revealed }
    found.push(...(await contactsFor(part, max - found.length, needs, chosen)))
  }
  return found
}

type Contacts = Parameters<IndexReader['searchContacts']>[0]
type Choose = (contact: Hit) => boolean

const contactsFor = (
  asked: Omit<Contacts, 'limit'> & { query: EitherQuery },
  max: number,
  needs: Needs,
  isChosen: Choose = () => true,
): Promise<string[]> =>
  collect<ContactPosition>(max, needs, (reader, page) => {
    const { hits, ids, nextAfter } = reader.searchContacts({ ...asked, ...page })
    const inputs = ids.filter((_, at) => isChosen(hits[at]!))
    return { inputs, next: nextAfter(ids.length) }
  })

function fewPerStore(most: number): Choose {
  const counts = new Map<string, number>()
  return (contact) => {
    const domain = storeDomainOf(contact)
    const count = counts.get(domain) ?? 0
    counts.set(domain, count + 1)
    return count < most
  }
}

type Part<Position> = { inputs: string[]; next: Position | null }

/** A part of a result at a time, so that other requests are answered in between. */
const pageLength = 1_000

/** Positions survive a new index, so the parts fit together whatever is imported meanwhile. */
async function collect<Position>(
  max: number,
  { searchIndex, clock }: Needs,
  find: (reader: IndexReader, page: { limit: number; after: Position | null; asOf: number }) => Part<Position>,
): Promise<string[]> {
  const all: string[] = []
  const asOf = clock.now().getTime()
  let after: Position | null = null
  while (all.length < max) {
    const from: Position | null = after
    const part: Part<Position> = asking(
      () => find(searchIndex.reader(), { limit: pageLength, after: from, asOf }),
      'search.',
    )
    all.push(...part.inputs)
    after = part.next
    if (after === null) break
    await setImmediate()
  }
  return all.slice(0, max)
}
