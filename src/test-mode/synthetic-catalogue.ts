import { seniorities } from '../base/seniorities.ts'
import { deliveredEmails, exportableChannels, summarise } from '../catalog/channels.ts'
import type { CountReads } from '../catalog/count-contacts.ts'
import type { ReportReads } from '../catalog/email-reports.ts'
import type { ExclusionReads } from '../catalog/exclusions/match-synthetic.ts'
import type { ChangeReads, StoreChangeRow } from '../catalog/find-changes.ts'
import type { ContactReads, RevealableContact } from '../catalog/find-contacts.ts'
import type { PeopleReads, PersonMark } from '../catalog/find-people.ts'
import type { PreviewReads, PreviewRow } from '../catalog/find-previews.ts'
import type { StoreDetails, StoreReads } from '../catalog/find-stores.ts'
import { maskSyntheticName } from '../catalog/masked-last-name.ts'
import type { ContactOpener } from '../contacts/revealed-contact.ts'
import { magicContacts } from './magic.ts'
import { historyOf, type SyntheticContact, type SyntheticStore, toStoreFacts } from './synthetic-stores.ts'

type SyntheticCatalogue = StoreReads &
  ContactReads &
  PeopleReads &
  PreviewReads &
  ChangeReads &
  CountReads &
  ExclusionReads &
  ReportReads & { open: ContactOpener }

/** The catalogue of test mode over stores that were generated: everything that statements find in the tables of the live one. */
export function createSyntheticCatalogue(stores: readonly SyntheticStore[]): SyntheticCatalogue {
  const byDomain = new Map(stores.map((store) => [store.domain, store]))
  const byId = new Map(stores.map((store) => [store.id, store]))
  const contacts = new Map(stores.flatMap((store) => store.contacts.map((contact) => [contact.id, contact])))
  const found = <T>(known: ReadonlyMap<string, T>, keys: readonly string[]): T[] =>
    [...new Set(keys)].flatMap((key) => known.get(key) ?? [])
  return {
    findContacts: (ids) => new Map(found(contacts, ids).map((contact) => [contact.id, toRevealable(contact)])),
    findPreviews: (ids) => found(contacts, ids).filter(isShown).map(toPreview),
    findPreviewsOfStores: (domains, limit) =>
      found(byDomain, domains).flatMap((store) =>
        store.contacts.filter(isShown).toSorted(bySeniority).slice(0, limit).map(toPreview),
      ),
    findStoresByDomain: (domains) => new Map(found(byDomain, domains).map((store) => [store.domain, toDetails(store)])),
    findStoresById: (ids) => new Map(found(byId, ids).map((store) => [store.id, toDetails(store)])),
    lookUpStore: (domain) => {
      const store = byDomain.get(domain)
      return store ? toDetails(store) : null
    },
    findChanges: (id, { after, limit }) =>
      found(byId, [id])
        .flatMap(changesOf)
        .filter((change) => after === null || change.observedAt.toISOString() < after.observedAt)
        .slice(0, limit),
    contactIds: () => [...contacts.keys()],
    findPeople: (mark) => {
      const among = mark.kind === 'name' ? (byDomain.get(mark.domain)?.contacts ?? []) : [...contacts.values()]
      return among
        .filter((contact) => fits(contact, mark))
        .map(({ id, isRevealable }) => ({ contactId: id, revealable: isRevealable }))
    },
    everybody: () => stores.map(({ id, domain, contacts: people }) => ({ id, domain, contacts: people.map(toPerson) })),
    exportable: () =>
      [...contacts.values()].map(({ id, channels }) => ({ id, channels: exportableChannels(channels) })),
    excludedByAll: magicContacts.flatMap(({ id, isExcluded }) => (isExcluded ? [id] : [])),
    open: (contact) => {
      const known = contacts.get(contact.id)
      if (!known) return null
      return {
        ...contact,
        channels: exportableChannels(known.channels),
        delivered: () => deliveredEmails(known.channels),
      }
    },
  }
}

const fits = ({ marks }: SyntheticContact, { kind, value }: PersonMark): boolean =>
  kind === 'email' ? marks.emails.includes(value) : marks[kind] === value

const toPerson = ({ id, channels }: SyntheticContact) => ({
  id,
  emails: channels.emails.map(({ email }) => email),
  linkedinUrl: channels.linkedin_url,
})

const isShown = ({ isRevealable }: SyntheticContact): boolean => isRevealable
const bySeniority = (a: SyntheticContact, b: SyntheticContact): number =>
  seniorities.indexOf(a.seniority) - seniorities.indexOf(b.seniority) || (a.id < b.id ? -1 : 1)

/** Nothing is sealed: there is nobody behind it. */
const toRevealable = (contact: SyntheticContact): RevealableContact => ({
  id: contact.id,
  firstName: contact.first_name,
  lastName: contact.last_name,
  fullName: contact.full_name,
  title: contact.title,
  role: contact.role,
  seniority: contact.seniority,
  store: { id: contact.store.id, domain: contact.store.domain, name: contact.store.name },
  sealedChannels: null,
  updatedAt: historyOf(contact.store).updatedAt,
  source: 'test',
  legalBasis: null,
  revealable: contact.isRevealable,
  suppressed: false,
})

function toPreview(contact: SyntheticContact): PreviewRow {
  const { store } = contact
  const { has_email, has_phone, has_linkedin } = summarise(contact.channels)
  return {
    id: contact.id,
    firstName: contact.first_name,
    lastNameObfuscated: maskSyntheticName(contact.last_name),
    role: contact.role,
    seniority: contact.seniority,
    title: contact.title,
    hasVerifiedEmail: has_email,
    hasPhone: has_phone,
    hasLinkedin: has_linkedin,
    revealed: false,
    bestEmail: bestEmailOf(contact),
    addedAt: historyOf(store).firstSeenAt,
    updatedAt: historyOf(store).updatedAt,
    store: {
      id: store.id,
      domain: store.domain,
      name: store.name,
      category: store.category,
      country: store.country,
      trafficTier: store.traffic_tier,
      apps: store.apps,
      pixels: store.pixels,
    },
  }
}

function bestEmailOf({ channels }: SyntheticContact): PreviewRow['bestEmail'] {
  const { emails } = exportableChannels(channels)
  const [best] = emails
  return best
    ? { status: best.status, type: best.type, verifiedAt: best.verified_at ? new Date(best.verified_at) : null }
    : null
}

function toDetails(store: SyntheticStore): StoreDetails {
  const { contacts } = store
  const roles = new Set(contacts.flatMap(({ role }) => role ?? []))
  return {
    ...toStoreFacts(store),
    lastChange: historyOf(store).changes[0] ?? null,
    contactsSummary: {
      total: contacts.length,
      roles: [...roles].sort(),
      hasRevealableContacts: contacts.some(isShown),
      verifiedEmailCount: contacts.filter(({ channels }) => summarise(channels).has_email).length,
    },
  }
}

const changesOf = (store: SyntheticStore): StoreChangeRow[] =>
  historyOf(store).changes.map((change) => ({ ...change, from: null, to: change.value }))
