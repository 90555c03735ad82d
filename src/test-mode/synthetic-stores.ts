import { hash } from 'node:crypto'
import { dayMs } from '../base/durations.ts'
import type { StoreFacts } from '../base/store-facts.ts'
import { summarise } from '../catalog/channels.ts'
import type { ContactRecord } from '../catalog/import/read-contact.ts'
import { readStore, type StoreFields } from '../catalog/import/read-store.ts'
import type { ImportedStore } from '../catalog/import-record.ts'

export type SyntheticContact = ContactRecord & { id: string; store: SyntheticStore; isRevealable: boolean }
export type SyntheticStore = StoreFields & {
  id: string
  domain: string
  apps: string[]
  pixels: string[]
  contacts: SyntheticContact[]
}

/** As an import would read them. Their ids are made from what they are, so that every node and every start has the same. */
export function* readSynthetic(records: Iterable<ImportedStore>): Generator<SyntheticStore> {
  for (const record of records) {
    const { domain, fields, contacts } = readStore(record, () => {}, times)
    const store: SyntheticStore = {
      ...fields,
      apps: fields.apps ?? [],
      pixels: fields.pixels ?? [],
      id: `st_test_${lettersOf(domain)}`,
      domain,
      contacts: [],
    }
    store.contacts = (contacts ?? []).map((contact) => toContact(contact, store))
    yield store
  }
}

const times = { now: Date.UTC(2026, 0, 1), observedAt: Date.UTC(2026, 0, 1) }

function toContact(record: ContactRecord, store: SyntheticStore): SyntheticContact {
  const { has_email, has_phone, has_linkedin } = summarise(record.channels)
  const isRevealable = has_email || has_phone || has_linkedin
  return { ...record, id: contactIdOf(record), store, isRevealable }
}

/** A magic contact names its id itself. */
const contactIdOf = ({ source_id }: ContactRecord): string =>
  source_id?.startsWith('ct_test_') ? source_id : `ct_test_${lettersOf(source_id!)}`

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const lettersOf = (text: string): string =>
  Array.from(hash('sha256', text, 'buffer').subarray(0, 16), (byte) => letters[byte % letters.length]).join('')

/** When something happened to a synthetic store, in days before today: whatever the day is, some of it is recent. */
export function historyOf({ apps, domain }: SyntheticStore) {
  const today = Math.floor(Date.now() / dayMs) * dayMs
  const daysAgo = (days: number) => new Date(today - days * dayMs)
  const changedAt = daysAgo(1 + (domain.length % 28))
  const app = apps.at(-1)
  return {
    firstSeenAt: daysAgo(30 + ((domain.length * 7) % 300)),
    observedAt: daysAgo(1),
    updatedAt: changedAt,
    /** Each store with apps installed its last one recently. */
    changes: app === undefined ? [] : [{ type: 'app_added' as const, value: app, observedAt: changedAt }],
  }
}

export function toStoreFacts(store: SyntheticStore): StoreFacts {
  const { firstSeenAt, updatedAt, observedAt } = historyOf(store)
  return {
    id: store.id,
    domain: store.domain,
    name: store.name,
    category: store.category,
    country: store.country,
    trafficTier: store.traffic_tier,
    revenueTier: store.revenue_tier,
    shopifyPlus: store.shopify_plus ?? false,
    leadFitScore: store.lead_fit_score,
    apps: store.apps,
    pixels: store.pixels,
    themeName: store.theme_name,
    themeType: store.theme_type,
    firstSeenAt,
    updatedAt,
    observedAt,
  }
}
