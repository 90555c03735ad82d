import { bestEmail, primary, type RevealedContact } from './revealed-contact.ts'

/** The columns of a spreadsheet, and how a contact fills them. */
type Format = { columns: string[]; toCells(contact: RevealedContact): string[] }

type Column = [name: string, read: (contact: RevealedContact) => string | null | undefined]

const formatOf = (columns: Column[]): Format => ({
  columns: columns.map(([name]) => name),
  toCells: (contact) => columns.map(([, read]) => read(contact) ?? ''),
})

const email = ({ emails }: RevealedContact) => primary(emails)
/** The address that a CRM sends to. */
const best = ({ emails }: RevealedContact) => bestEmail(emails)
/** The rest, in their order. */
const others = (contact: RevealedContact) => contact.emails.filter((one) => one !== best(contact))
const phone = ({ phones }: RevealedContact) => primary(phones)
const mobile = ({ phones }: RevealedContact) => phones.find(({ type }) => type === 'mobile')?.phone
const fullName = ({ full_name: full, first_name: first, last_name: last }: RevealedContact): string =>
  full ?? [first, last].filter(Boolean).join(' ')
const website = ({ store }: RevealedContact): string => `https://${store.domain}`

/** Every channel in full, and the primary ones in columns of their own. */
const plain = formatOf([
  ['id', ({ id }) => id],
  ['full_name', ({ full_name: name }) => name],
  ['first_name', ({ first_name: name }) => name],
  ['last_name', ({ last_name: name }) => name],
  ['title', ({ title }) => title],
  ['role', ({ role }) => role],
  ['seniority', ({ seniority }) => seniority],
  ['emails', ({ emails }) => emails.map((one) => one.email).join('; ')],
  ['phones', ({ phones }) => phones.map((one) => one.phone).join('; ')],
  ['linkedin_url', (contact) => contact.linkedin_url],
  ['store_domain', ({ store }) => store.domain],
  ['store_name', ({ store }) => store.name],
  ['revealed_at', (contact) => contact.revealed_at],
  ['primary_email', (contact) => email(contact)?.email],
  ['primary_email_status', (contact) => email(contact)?.status],
  ['primary_email_type', (contact) => email(contact)?.type],
  ['primary_phone', (contact) => phone(contact)?.phone],
  ['primary_phone_type', (contact) => phone(contact)?.type],
  ['email_details', ({ emails }) => emails.map((one) => `${one.type}, ${one.status}: ${one.email}`).join('; ')],
  ['phone_details', ({ phones }) => phones.map((one) => `${one.type}: ${one.phone}`).join('; ')],
  ['primary_email_verified_at', (contact) => email(contact)?.verified_at],
  ['updated_at', (contact) => contact.updated_at],
  ['source', ({ source }) => source],
  ['legal_basis', (contact) => contact.legal_basis],
])

/** For the privacy notice of whoever imports them. No CRM has fields for these: they are mapped to own ones, or skipped. */
const origin = (source: string, legalBasis: string): Column[] => [
  [source, (contact) => contact.source],
  [legalBasis, (contact) => contact.legal_basis],
]

/** The names that HubSpot’s import of contacts recognises by itself. */
const hubspot = formatOf([
  ['First Name', (contact) => contact.first_name],
  ['Last Name', (contact) => contact.last_name],
  ['Email', (contact) => best(contact)?.email],
  [
    'Additional email addresses',
    (contact) =>
      others(contact)
        .map((one) => one.email)
        .join(';'),
  ],
  ['Phone Number', (contact) => phone(contact)?.phone],
  ['Mobile Phone Number', mobile],
  ['Job Title', ({ title }) => title],
  ['Company Name', ({ store }) => store.name],
  ['Website URL', website],
  ['LinkedIn URL', (contact) => contact.linkedin_url],
  ...origin('Data Source', 'Legal Basis'),
])

/** Leads as Salesforce’s Data Import Wizard names them. It takes no lead without a last name and a company. */
const salesforce = formatOf([
  ['First Name', (contact) => contact.first_name],
  ['Last Name', (contact) => contact.last_name ?? (fullName(contact) || 'Unknown')],
  ['Title', ({ title }) => title],
  ['Company', ({ store }) => store.name],
  ['Email', (contact) => best(contact)?.email],
  ['Phone', (contact) => phone(contact)?.phone],
  ['Mobile', mobile],
  ['Website', website],
  ['Lead Source', () => 'Prospector'],
  ['LinkedIn', (contact) => contact.linkedin_url],
  ...origin('Data Source', 'Legal Basis'),
])

/** People with their organisation, as Pipedrive’s import names them. */
const pipedrive = formatOf([
  ['Person - Name', fullName],
  ['Person - Email', (contact) => [best(contact), ...others(contact)].map((one) => one?.email).join(', ')],
  ['Person - Phone', (contact) => contact.phones.map((one) => one.phone).join(', ')],
  ['Person - Job title', ({ title }) => title],
  ['Person - LinkedIn', (contact) => contact.linkedin_url],
  ['Organization - Name', ({ store }) => store.name],
  ['Organization - Website', website],
  ...origin('Person - Data source', 'Person - Legal basis'),
])

export const exportFormats = { csv: plain, hubspot, salesforce, pipedrive }

type ExportFormat = keyof typeof exportFormats
export const exportFormatNames = Object.keys(exportFormats) as ExportFormat[]
