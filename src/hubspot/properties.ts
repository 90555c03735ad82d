import { primary, type RevealedContact } from '../contacts/revealed-contact.ts'
import type { Crm, CrmObject, CrmRecord, NewProperty } from './crm.ts'
import { HubspotFault } from './faults.ts'

/** Scopes that a private app or a service key needs. */
export const requiredScopes = [
  'crm.objects.contacts.read',
  'crm.objects.contacts.write',
  'crm.objects.companies.read',
  'crm.objects.companies.write',
  'crm.schemas.contacts.write',
  'crm.schemas.companies.write',
]

/** A contact or a store, as HubSpot should hold it. */
export type DesiredRecord = {
  id: string
  /** What a record of it is found by: the email or the domain. */
  key: string | null
  /** Written only where HubSpot holds nothing. */
  fill: Record<string, string>
  /** Ours alone: written whenever it differs. */
  own: Record<string, string>
}

/** How contacts and stores are kept apart, and found, at HubSpot. */
export type ObjectKind = {
  object: CrmObject
  groupName: string
  /** Our own property with unique values: it tells a record that we made from any other, also when our own record of it was lost. */
  idProperty: string
  fillable: readonly string[]
  own: readonly NewProperty[]
  find(crm: Crm, keys: string[], properties: readonly string[]): Promise<CrmRecord[]>
  keysOf(record: CrmRecord): string[]
}

const text = (name: string, label: string, description: string): NewProperty => ({
  ...{ name: `prospector_${name}`, label: `Prospector: ${label}`, description },
  type: 'string',
  hasUniqueValue: false,
})
const unique = (name: string, label: string, description: string): NewProperty => ({
  ...text(name, label, description),
  hasUniqueValue: true,
})
/** Whether we created the record, and which of its other fields we filled: that decides what an erasure takes away. */
const bookkeeping = [
  text('origin', 'origin', '“created”: Prospector created this record. “filled”: it was here before.'),
  text('filled_fields', 'filled fields', 'The fields of this record that Prospector filled because they were empty.'),
]

const listed = (value: string | null | undefined): string[] =>
  (value ?? '')
    .split(';')
    .map((one) => one.trim().toLowerCase())
    .filter(Boolean)

/** A property of ours, and what it holds. */
type OwnProperty<Source> = [property: NewProperty, read: (source: Source) => string | null | undefined]
type Fillable<Source> = Record<string, (source: Source) => string | null | undefined>
type Store = RevealedContact['store']

const primaryEmail = ({ emails }: RevealedContact) => primary(emails)

const fillableOfContact: Fillable<RevealedContact> = {
  email: (contact) => primaryEmail(contact)?.email.toLowerCase(),
  firstname: (contact) => contact.first_name,
  lastname: (contact) => contact.last_name,
  jobtitle: ({ title }) => title,
  phone: ({ phones }) => primary(phones)?.phone,
  mobilephone: ({ phones }) => phones.find(({ type }) => type === 'mobile')?.phone,
  company: ({ store }) => store.name,
  website: ({ store }) => `https://${store.domain}`,
}

const contactId = unique('contact_id', 'contact id', 'The id of the contact at Prospector.')
const ownOfContact: OwnProperty<RevealedContact>[] = [
  [contactId, ({ id }) => id],
  [text('role', 'role', 'The decision-maker role.'), ({ role }) => role],
  [text('seniority', 'seniority', 'How senior the person is.'), ({ seniority }) => seniority],
  [text('linkedin_url', 'LinkedIn', 'The person’s LinkedIn profile.'), (contact) => contact.linkedin_url],
  [
    text('email_status', 'email status', 'What is known of the email address.'),
    (contact) => primaryEmail(contact)?.status,
  ],
  [text('source', 'source', 'Where the operator of Prospector has the contact from.'), ({ source }) => source],
  [
    text('legal_basis', 'legal basis', 'On which legal basis the operator uses this source.'),
    (contact) => contact.legal_basis,
  ],
  [
    { ...text('revealed_at', 'revealed on', 'When the contact was revealed.'), type: 'date' },
    (contact) => contact.revealed_at.slice(0, 10),
  ],
]

const fillableOfStore: Fillable<Store> = {
  name: ({ name }) => name,
  domain: ({ domain }) => domain,
  website: ({ domain }) => `https://${domain}`,
}

const storeId = unique('store_id', 'store id', 'The id of the store at Prospector.')
const ownOfStore: OwnProperty<Store>[] = [[storeId, ({ id }) => id]]

const propertiesWith = (own: OwnProperty<never>[]): NewProperty[] => [
  ...own.map(([property]) => property),
  ...bookkeeping,
]

export const contactKind: ObjectKind = {
  object: 'contacts',
  groupName: 'contactinformation',
  idProperty: contactId.name,
  fillable: Object.keys(fillableOfContact),
  own: propertiesWith(ownOfContact),
  find: (crm, keys, properties) =>
    crm.readRecords('contacts', keys, { idProperty: 'email', properties: [...properties, 'hs_additional_emails'] }),
  keysOf: ({ properties }) => [...listed(properties.email), ...listed(properties.hs_additional_emails)],
}

export const companyKind: ObjectKind = {
  object: 'companies',
  groupName: 'companyinformation',
  idProperty: storeId.name,
  fillable: Object.keys(fillableOfStore),
  own: propertiesWith(ownOfStore),
  find: findCompanies,
  keysOf: domainsOf,
}

function domainsOf({ properties }: CrmRecord): string[] {
  return [...listed(properties.domain), ...listed(properties.hs_additional_domains)]
}

/** By their own domain; those that nobody has as such, by an additional one. */
async function findCompanies(crm: Crm, domains: string[], properties: readonly string[]): Promise<CrmRecord[]> {
  const asked = [...properties, 'hs_additional_domains']
  const found = await crm.findCompanies('domain', domains, asked)
  const known = new Set(found.flatMap(domainsOf))
  const others = domains.filter((domain) => !known.has(domain))
  // The reference does not say that IN looks into a property of several values. Should HubSpot refuse it, contacts are sent all the same.
  const more = await crm.findCompanies('hs_additional_domains', others, asked).catch((error: unknown) => {
    if (error instanceof HubspotFault && error.kind === 'refused') return []
    throw error
  })
  return [...found, ...more]
}

export const propertiesOf = ({ fillable, own }: ObjectKind): string[] => [...fillable, ...own.map(({ name }) => name)]

/** Creates those of our properties that the portal does not have. */
export async function ensureProperties(crm: Crm): Promise<void> {
  for (const { object, groupName, own } of [contactKind, companyKind]) {
    const known = await crm.readProperties(object)
    const missing = own.filter(({ name }) => !known.includes(name))
    if (missing.length > 0) await crm.createProperties(object, groupName, missing)
  }
}

export const toWantedContact = (contact: RevealedContact): DesiredRecord => ({
  id: contact.id,
  key: primaryEmail(contact)?.email.toLowerCase() ?? null,
  ...read(contact, fillableOfContact, ownOfContact),
})

export const toWantedCompany = (store: Store): DesiredRecord => ({
  id: store.id,
  key: store.domain,
  ...read(store, fillableOfStore, ownOfStore),
})

const read = <Source>(source: Source, fillable: Fillable<Source>, own: OwnProperty<Source>[]) => ({
  fill: present(Object.entries(fillable).map(([name, of]) => [name, of(source)])),
  // Emptied where there is nothing any more: a status or a profile that is gone must not stay.
  own: Object.fromEntries(own.map(([{ name }, of]) => [name, of(source) ?? ''])),
})

const present = (values: [name: string, value: string | null | undefined][]): Record<string, string> =>
  Object.fromEntries(values.filter((entry): entry is [string, string] => Boolean(entry[1])))
