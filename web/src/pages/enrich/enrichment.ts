import { useSyncExternalStore } from 'react'
import { ApiError, call, type Reply } from '../../api/call.ts'
import { perRequest } from '../../api/limits.ts'
import { noticeSessionEnd } from '../../api/queries.ts'

type Answer = Reply<'enrichStores'>['data'][number]
type Store = NonNullable<Answer['store']>

/** What the table and the spreadsheet show: thousands of stores in full would be more than a tab may keep. */
export type EnrichedDomain = Pick<Answer, 'domain' | 'inputs' | 'status'> & { store: ShownStore | null }
type ShownStore = Pick<
  Store,
  'domain' | 'name' | 'category' | 'country' | 'traffic_tier' | 'revenue_tier' | 'shopify_plus' | 'lead_fit_score'
> & {
  technologies: Pick<Store['technologies'], 'apps' | 'pixels'>
  contacts_summary: Pick<Store['contacts_summary'], 'total' | 'verified_email_count'>
}

/** One list of domains and what is known of them so far; kept for the tab, so that Back and a reload lose nothing. */
type StoredEnrichment = {
  /** The member and the account it belongs to. */
  owner: string
  startedAt: string
  total: number
  left: string[]
  /** Domains that stand in the list once more. */
  repeated: string[]
  /** Entries of the list that are not domains. */
  skipped: string[]
  /** The list as it was given: its own columns are in the download. */
  text: string
  rows: EnrichedDomain[]
  /** The list of the stores that were found, once somebody needed one. */
  listId?: string
}

export type Enrichment = StoredEnrichment & {
  state: 'idle' | 'running' | 'paused' | 'done'
  error: ApiError | null
  /** It was begun before this page was loaded. */
  isFromEarlier: boolean
}

const chunkLength = perRequest.enrichStores.domains
const storageKey = 'prospector.enrichment'
const nothing: Enrichment = {
  owner: '',
  startedAt: '',
  total: 0,
  left: [],
  repeated: [],
  skipped: [],
  text: '',
  rows: [],
  state: 'idle',
  error: null,
  isFromEarlier: false,
}

let enrichment = load()
let running: AbortController | null = null
const listeners = new Set<() => void>()

function update(change: Partial<Enrichment>): void {
  enrichment = { ...enrichment, ...change }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useEnrichment(owner: string): Enrichment {
  const latest = useSyncExternalStore(subscribe, () => enrichment)
  return latest.owner === owner ? latest : nothing
}

export function startEnrichment(
  owner: string,
  { domains, ...rest }: Pick<StoredEnrichment, 'repeated' | 'skipped' | 'text'> & { domains: string[] },
): void {
  running?.abort()
  const startedAt = new Date().toISOString()
  update({ ...nothing, owner, startedAt, total: domains.length, left: domains, ...rest })
  void work()
}

export function noteList(listId: string): void {
  update({ listId })
  store()
}

export const goOnEnriching = (): void => void work()

export function forgetEnrichment(): void {
  running?.abort()
  update(nothing)
  store()
}

/** A hundred domains a request. A failure pauses; going on asks only for what is missing. */
async function work(): Promise<void> {
  const control = new AbortController()
  running = control
  update({ state: 'running', error: null })
  while (enrichment.left.length > 0) {
    store()
    const chunk = enrichment.left.slice(0, chunkLength)
    try {
      const { data } = await call('enrichStores', { body: { domains: chunk }, signal: control.signal })
      if (control.signal.aborted) return
      update({ left: enrichment.left.slice(chunkLength), rows: merged(enrichment.rows, data.map(shownOf)) })
    } catch (error) {
      if (control.signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      noticeSessionEnd(error)
      update({ state: 'paused', error })
      return
    }
  }
  update({ state: 'done' })
  store()
}

/** One row a domain, also where lines of several requests name it. */
function merged(rows: readonly EnrichedDomain[], more: readonly EnrichedDomain[]): EnrichedDomain[] {
  const known = new Map(rows.map((row) => [row.domain, row]))
  for (const row of more) {
    const before = known.get(row.domain)
    known.set(row.domain, before ? { ...before, inputs: [...(before.inputs ?? []), ...row.inputs] } : row)
  }
  return [...known.values()]
}

const shownOf = ({ domain, inputs, status, store }: Answer): EnrichedDomain => ({
  domain,
  inputs,
  status,
  store: store && {
    domain: store.domain,
    name: store.name,
    category: store.category,
    country: store.country,
    traffic_tier: store.traffic_tier,
    revenue_tier: store.revenue_tier,
    shopify_plus: store.shopify_plus,
    lead_fit_score: store.lead_fit_score,
    technologies: { apps: store.technologies.apps, pixels: store.technologies.pixels },
    contacts_summary: {
      total: store.contacts_summary.total,
      verified_email_count: store.contacts_summary.verified_email_count,
    },
  },
})

function store(): void {
  const { state, error, isFromEarlier, ...kept } = enrichment
  try {
    sessionStorage.removeItem(storageKey)
    if (state !== 'idle') sessionStorage.setItem(storageKey, JSON.stringify(kept))
  } catch {
    // Without storage, or when it is full, the list lasts as long as the page.
  }
}

function load(): Enrichment {
  try {
    const text = sessionStorage.getItem(storageKey)
    if (text === null) return nothing
    const kept = JSON.parse(text) as StoredEnrichment
    return { ...nothing, ...kept, state: kept.left.length > 0 ? 'paused' : 'done', error: null, isFromEarlier: true }
  } catch {
    return nothing
  }
}
