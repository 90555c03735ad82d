import { setImmediate } from 'node:timers/promises'
import type { Account } from '../accounts/accounts.ts'
import { accountClock } from '../accounts/test-account.ts'
import type { Clock } from '../base/clock.ts'
import type { Principal } from '../call/principal.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { readTestReports, withTestReports } from '../catalog/email-reports.ts'
import type { ImportedStore } from '../catalog/import-record.ts'
import { withSynthetic } from '../catalog/synthetic.ts'
import type { ContactLookup } from '../contacts/look-up-contacts.ts'
import type { ContactOpener } from '../contacts/revealed-contact.ts'
import type { Spending } from '../credits/spend.ts'
import { spendAlone } from '../credits/spend-alone.ts'
import type { SpendRequest } from '../credits/spend-request.ts'
import type { Database } from '../db/database.ts'
import { createKnownExclusions, type KnownExclusions } from '../result-pages/known-exclusions.ts'
import type { FeedSource } from '../search/indexing/build-in-worker.ts'
import type { SearchIndex } from '../search/serve/search-index.ts'
import { magicContactErrors, magicDomains } from './magic.ts'
import { createSyntheticCatalogue } from './synthetic-catalogue.ts'
import { indexSynthetic } from './synthetic-index.ts'
import { readSynthetic, type SyntheticStore } from './synthetic-stores.ts'

/** Where the catalogue of test mode comes from: its records, and a feed of them for the worker that indexes them. */
export type SyntheticSource = { records(): Iterable<ImportedStore>; feed: FeedSource }

/** The needs of operations that differ between the modes. */
type ModeNeeds = {
  database: Database
  clock: Clock
  contactLookup: ContactLookup
  openContact: ContactOpener
  spending: Spending
  channelKeys: ChannelKeys
  searchIndex?: SearchIndex
  exclusions?: KnownExclusions
}

/** Whose time and catalogue are wanted. */
type Caller = Pick<Principal, 'mode' | 'account'>

/** What an operation is given for its caller: the live parts as they are, or those of test mode. */
export type NeedsOf = <Needs extends ModeNeeds>(caller: Caller, live: Needs) => Needs | Promise<Needs>

/**
 * Test mode: the same operations, over the synthetic catalogue, the rows of the test account and its clock. The catalogue is generated
 * when somebody first asks for it.
 */
export function createTestMode(
  source: SyntheticSource,
  publicUrl: string,
  /** The payment provider of a test account. */
  billingOf: (account: Account) => object,
): {
  needsOf: NeedsOf
  /** For jobs, which go on whatever the contact. */
  needsOfJobs: NeedsOf
} {
  let exclusions: KnownExclusions | null = null

  async function testNeeds<Needs extends ModeNeeds>({ account }: Caller, live: Needs, isJob: boolean): Promise<Needs> {
    const { catalogue, searchIndex } = await openOnce(source)
    const database = withSynthetic(live.database, isJob ? catalogue : withMagicDomains(catalogue, publicUrl))
    exclusions ??= createKnownExclusions(database)
    const clock = accountClock(live.clock, account)
    const reported = await readTestReports(live.database, account.id)
    const open = withReported(catalogue.open, { accountId: account.id, reported, keys: live.channelKeys })
    const nothing = async () => {}
    return {
      ...live,
      ...{ billing: billingOf(account) },
      database,
      clock,
      searchIndex,
      exclusions,
      openContact: open,
      contactLookup: { lookUp: async (ids) => openAll(catalogue, ids, open), check: nothing, close: nothing },
      // The rule itself: a batch would have one clock for all of its accounts.
      spending: {
        spend: async (request) => {
          if (!isJob) refuseMagicContacts(request, publicUrl)
          return spendAlone(database, clock, request)
        },
        check: nothing,
        close: nothing,
      },
    }
  }

  return {
    needsOf: (caller, live) => (caller.mode === 'live' ? live : testNeeds(caller, live, false)),
    needsOfJobs: (caller, live) => (caller.mode === 'live' ? live : testNeeds(caller, live, true)),
  }
}

const opened = new WeakMap<SyntheticSource, ReturnType<typeof openCatalogue>>()

/** Nothing ever changes what was opened, so that all applications of a process share it. */
function openOnce(source: SyntheticSource): ReturnType<typeof openCatalogue> {
  const opening = opened.get(source) ?? openCatalogue(source)
  opened.set(source, opening)
  opening.catch(() => opened.delete(source))
  return opening
}

/** A worker builds the index. Here the records are read a few at a time, so that requests are answered meanwhile. */
async function openCatalogue({ records, feed }: SyntheticSource) {
  const indexed = indexSynthetic(feed)
  indexed.catch(() => {})
  const stores: SyntheticStore[] = []
  for (const store of readSynthetic(records())) if (stores.push(store) % storesAtOnce === 0) await setImmediate()
  return { catalogue: createSyntheticCatalogue(stores), searchIndex: await indexed }
}

const storesAtOnce = 20

function refuseMagicContacts({ items }: SpendRequest, publicUrl: string): void {
  const magic = magicContactErrors.find(({ contactId }) => items.some((item) => item.contactId === contactId))
  if (magic) throw magic.make(publicUrl)
}

const withMagicDomains = (
  catalogue: ReturnType<typeof createSyntheticCatalogue>,
  publicUrl: string,
): ReturnType<typeof createSyntheticCatalogue> => ({
  ...catalogue,
  lookUpStore(domain) {
    const magic = magicDomains.find((one) => one.domain === domain)
    if (magic) throw magic.make(publicUrl)
    return catalogue.lookUpStore(domain)
  },
})

/** Opens contacts as the account sees them. */
const withReported =
  (open: ContactOpener, reports: Parameters<typeof withTestReports>[1]): ContactOpener =>
  (contact) => {
    const opened = open(contact)
    return opened && { ...opened, channels: withTestReports(opened.channels, reports) }
  }

function openAll(
  catalogue: ReturnType<typeof createSyntheticCatalogue>,
  ids: readonly string[],
  open: ContactOpener,
): Awaited<ReturnType<ContactLookup['lookUp']>> {
  const found = catalogue.findContacts(ids)
  return new Map([...found].flatMap(([id, contact]) => [[id, open(contact)!] as const]))
}
