import { primary } from '../contacts/export-formats.ts'
import type { RevealedContact } from '../contacts/revealed-contact.ts'
import type { Crm, CrmObject, CrmRecord, NewProperty } from './crm.ts'

/** What a private app, or a service key, has to be allowed. */
export const requiredScopes = [
  'crm.objects.contacts.read',
  'crm.objects.contacts.write',
  'crm.objects.companies.read',
  'crm.objects.companies.write',
  'crm.schemas.contacts.write',
  'crm.schemas.companies.write',
]

/** A contact or a store, as HubSpot should hold it. */
export type Wanted = {
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

export const contactKind: ObjectKind = {
  object: 'contacts',
  groupName: 'contactinformation',
  idProperty: 'prospector_contact_id',
  fillable: ['email', 'firstname', 'lastname', 'jobtitle', 'phone', 'mobilephone', 'company', 'website'],
  own: [
    unique('contact_id', 'contact id', 'The id of the contact at Prospector.'),
    ...bookkeeping,
    text('role', 'role', 'The decision-maker role.'),
    text('seniority', 'seniority', 'How senior the person is.'),
    text('linkedin_url', 'LinkedIn', 'The person’s LinkedIn profile.'),
    text('email_status', 'email status', 'What is known of the email address.'),
    text('source', 'source', 'Where the operator of Prospector has the contact from.'),
    text('legal_basis', 'legal basis', 'On which legal basis the operator uses this source.'),
    { ...text('revealed_at', 'revealed on', 'When the contact was revealed.'), type: 'date' },
  ],
  find: (crm, keys, properties) =>
    crm.readRecords('contacts', keys, { idProperty: 'email', properties: [...properties, 'hs_additional_emails'] }),
  keysOf: ({ properties }) => [...listed(properties.email), ...listed(properties.hs_additional_emails)],
}

export const companyKind: ObjectKind = {
  object: 'companies',
  groupName: 'companyinformation',
  idProperty: 'prospector_store_id',
  fillable: ['name', 'domain', 'website'],
  own: [unique('store_id', 'store id', 'The id of the store at Prospector.'), ...bookkeeping],
  find: (crm, keys, properties) => crm.findCompanies(keys, [...properties, 'hs_additional_domains']),
  keysOf: ({ properties }) => [...listed(properties.domain), ...listed(properties.hs_additional_domains)],
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

export function toWantedContact(contact: RevealedContact): Wanted {
  const { emails, phones, store } = contact
  const email = primary(emails)
  const key = email?.email.toLowerCase() ?? null
  const fill = {
    email: key,
    firstname: contact.first_name,
    lastname: contact.last_name,
    jobtitle: contact.title,
    phone: primary(phones)?.phone,
    mobilephone: phones.find(({ type }) => type === 'mobile')?.phone,
    company: store.name,
    website: `https://${store.domain}`,
  }
  const own = {
    prospector_contact_id: contact.id,
    prospector_role: contact.role,
    prospector_seniority: contact.seniority,
    prospector_linkedin_url: contact.linkedin_url,
    prospector_email_status: email?.status,
    prospector_source: contact.source,
    prospector_legal_basis: contact.legal_basis,
    prospector_revealed_at: contact.revealed_at.slice(0, 10),
  }
  return { id: contact.id, key, fill: present(fill), own: present(own) }
}

export function toWantedCompany({ id, domain, name }: RevealedContact['store']): Wanted {
  return {
    ...{ id, key: domain },
    fill: present({ name, domain, website: `https://${domain}` }),
    own: { prospector_store_id: id },
  }
}

const present = (values: Record<string, string | null | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])))
