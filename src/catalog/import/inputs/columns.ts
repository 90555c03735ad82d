/** Which column of a table holds what: the fields that a column can be mapped to, and the headers by which they are guessed. */
import { normaliseEmail } from '../../channel-values.ts'
import { normaliseDomain } from '../../domains.ts'
import { toSlug } from '../../slug.ts'
import type { Subject } from './open-inputs.ts'
import { foreignHeaders } from './other-languages.ts'
import type { Table } from './table.ts'

export type CellKind =
  | 'text'
  | 'status'
  | 'list'
  | 'phones'
  | 'flag'
  | 'number'
  | 'amount'
  | 'visits'
  | 'date'
  | 'country'

type Target = { kind: CellKind; headers: string[] }

/** By the name of the field, with usual headers in lower case and underscores. */
const storeTargets: Record<string, Target> = {
  domain: {
    kind: 'text',
    headers:
      'domain website url site web web_site store_url shop_url store_domain shop_domain company_domain homepage company_website primary_domain website_url web_address'.split(
        ' ',
      ),
  },
  name: {
    kind: 'text',
    headers: 'store store_name shop shop_name company company_name merchant brand business'.split(' '),
  },
  category: { kind: 'text', headers: 'industry vertical niche'.split(' ') },
  country: { kind: 'country', headers: 'country_code store_country company_country'.split(' ') },
  traffic_tier: { kind: 'text', headers: ['traffic'] },
  monthly_visits: {
    kind: 'visits',
    headers: 'visits monthly_traffic estimated_visits estimated_monthly_visits'.split(' '),
  },
  revenue_tier: { kind: 'text', headers: [] },
  monthly_revenue_estimate: {
    kind: 'amount',
    headers:
      'monthly_revenue estimated_monthly_revenue monthly_revenue_usd estimated_revenue monthly_sales estimated_monthly_sales'.split(
        ' ',
      ),
  },
  shopify_plus: { kind: 'flag', headers: 'plus is_shopify_plus is_plus'.split(' ') },
  lead_fit_score: { kind: 'number', headers: 'score fit_score lead_score fit'.split(' ') },
  apps: { kind: 'list', headers: 'installed_apps apps_installed app technologies tech_stack app_names'.split(' ') },
  pixels: { kind: 'list', headers: 'pixel tracking_pixels trackers'.split(' ') },
  theme_name: { kind: 'text', headers: ['theme', 'shopify_theme'] },
  theme_type: { kind: 'text', headers: [] },
  ads_active: { kind: 'flag', headers: 'ads runs_ads running_ads has_ads'.split(' ') },
  observed_at: {
    kind: 'date',
    headers:
      'observed seen_at last_seen last_seen_at crawled_at crawled_on last_crawled scraped_at last_updated updated_at as_of'.split(
        ' ',
      ),
  },
  retired: { kind: 'flag', headers: ['closed'] },
}

const contactTargets: Record<string, Target> = {
  source_id: { kind: 'text', headers: 'contact_id person_id lead_id'.split(' ') },
  first_name: { kind: 'text', headers: 'firstname given_name forename first'.split(' ') },
  last_name: { kind: 'text', headers: 'lastname surname family_name last'.split(' ') },
  full_name: { kind: 'text', headers: 'contact_name person contact person_name fullname contact_full_name'.split(' ') },
  title: { kind: 'text', headers: 'job_title position job contact_title jobtitle'.split(' ') },
  role: { kind: 'text', headers: 'function department'.split(' ') },
  seniority: { kind: 'text', headers: ['seniority_level', 'level'] },
  linkedin_url: {
    kind: 'text',
    headers: 'linkedin linkedin_profile person_linkedin_url linkedin_profile_url'.split(' '),
  },
  email: {
    kind: 'list',
    headers: 'e_mail email_address work_email contact_email mail emails business_email'.split(' '),
  },
  email_status: {
    kind: 'status',
    headers:
      'email_verification email_verification_status verification_status status mail_status e_mail_status email_quality email_validation deliverability'.split(
        ' ',
      ),
  },
  email_type: { kind: 'text', headers: [] },
  email_verified_at: {
    kind: 'date',
    headers:
      'verified_at email_verified email_verification_date verification_date last_verified verified_on email_verified_on'.split(
        ' ',
      ),
  },
  phone: {
    kind: 'phones',
    headers: 'phone_number telephone tel mobile mobile_phone contact_phone phones direct_phone'.split(' '),
  },
  phone_type: { kind: 'text', headers: [] },
  phone_verified_at: { kind: 'date', headers: [] },
  collected_at: { kind: 'date', headers: 'collected collected_on'.split(' ') },
  retired: { kind: 'flag', headers: ['contact_retired', 'left_company'] },
}

/** A person may have several: `contact.email_2` with `contact.email_status_2`. */
const numbered = /^(?:email|phone)(?:_status|_type|_verified_at)?$/
const prefix = 'contact.'

/** What a column is mapped to; `place` counts the emails or phones of a person from 0. */
export type Field = { target: string; name: string; of: 'store' | 'contact'; place: number; kind: CellKind }

/** Null: there is no such field. */
export function readField(target: string): Field | null {
  if (Object.hasOwn(storeTargets, target)) {
    return { target, name: target, of: 'store', place: 0, kind: storeTargets[target]!.kind }
  }
  if (!target.startsWith(prefix)) return null
  const [, name = '', number = '1'] = /^(.*?)(?:_([2-9]))?$/.exec(target.slice(prefix.length)) ?? []
  if (!Object.hasOwn(contactTargets, name) || (number !== '1' && !numbered.test(name))) return null
  return { target, name, of: 'contact', place: Number(number) - 1, kind: contactTargets[name]!.kind }
}

export const allTargets = (): string[] => [
  ...Object.keys(storeTargets),
  ...Object.keys(contactTargets).map((name) => prefix + name),
]

/** By column; null where a column means nothing that we know. */
export function guessTargets(
  { columns, sample }: Pick<Table, 'columns' | 'sample'>,
  about: Subject,
): (string | null)[] {
  const slugs = columns.map((column) => toSlug(column) ?? '')
  const taken = new Set<string>()
  const named = slugs.map((slug) => {
    const meant = guessTarget(slug, slugs, about)
    // If two columns may mean the same, the first is taken; a second phone is imported, too.
    const target = meant === `${prefix}phone` && taken.has(meant) ? `${meant}_2` : meant
    if (target === null || taken.has(target)) return null
    taken.add(target)
    return target
  })
  const at = taken.has('domain') || columns.some(isData) ? -1 : findDomains(named, sample)
  const guessed = at < 0 ? named : named.with(at, 'domain')
  const has = (names: readonly string[]) => names.some((name) => taken.has(prefix + name))
  return guessed.map((target) => {
    if (target?.startsWith(`${prefix}email_`) && !has(['email'])) return null
    return target?.startsWith(prefix) && !has(identifying) ? null : target
  })
}

/** A column "Shop" may hold names or addresses: the one whose cells are all domains, of different stores. */
function findDomains(targets: readonly (string | null)[], sample: Table['sample']): number {
  const isOfDomains = (target: string | null, at: number): boolean => {
    if (target !== null && target !== 'name') return false
    const cells = sample.map((row) => row[at]?.trim() ?? '').filter((cell) => cell !== '')
    const domains = cells.map((cell) => (cell.includes('.') && !/[\s@,;|]/.test(cell) ? normaliseDomain(cell) : null))
    const different = new Set(domains)
    return !different.has(null) && different.size > (sample.length > 1 ? 1 : 0)
  }
  const found = targets.flatMap((target, at) => (isOfDomains(target, at) ? [at] : []))
  return found.length === 1 ? found[0]! : -1
}

/** Without one of them a row has nobody in it: a "Title" is that of the shop. */
const identifying = ['source_id', 'first_name', 'last_name', 'full_name', 'linkedin_url', 'email']

function guessTarget(slug: string, slugs: readonly string[], about: Subject): string | null {
  if (slug === 'name' || slug === 'id' || slug === 'record_id') return guessOpenHeader(slug, slugs, about)
  const [, base = slug, number] = /^(.*?)_?([1-9])$/.exec(slug) ?? []
  const contact = find(contactTargets, base.replace(/^contact_/, '')) ?? find(contactTargets, base)
  if (contact && number && numbered.test(contact)) return `${prefix}${contact}${number === '1' ? '' : `_${number}`}`
  const own = find(contactTargets, slug.replace(/^(?:contact|person)_/, '')) ?? find(contactTargets, slug)
  const store = find(storeTargets, slug) ?? find(storeTargets, slug.replace(/^(?:store|shop|company)_/, ''))
  if (about === 'contacts') {
    // Everything that a file of contacts says of a store is where somebody works.
    return own ? prefix + own : store === 'domain' || store === 'observed_at' ? store : null
  }
  return store ?? (own ? prefix + own : null)
}

/** "Name" is that of the store unless another column is, or the file lists people. */
function guessOpenHeader(slug: string, slugs: readonly string[], about: Subject): string | null {
  const isOfPerson = about === 'contacts' || slugs.some((one) => storeTargets.name!.headers.includes(one))
  if (slug !== 'name') return about === 'contacts' ? `${prefix}source_id` : null
  return isOfPerson ? `${prefix}full_name` : 'name'
}

function find(targets: Record<string, Target>, slug: string): string | null {
  if (Object.hasOwn(targets, slug) && slug !== 'retired') return slug
  const prefixed = targets === contactTargets ? prefix : ''
  const isHeaderOf = (name: string): boolean =>
    targets[name]!.headers.includes(slug) || (foreignHeaders[prefixed + name]?.split(' ').includes(slug) ?? false)
  return Object.keys(targets).find(isHeaderOf) ?? null
}

/** A first row that holds a domain or an address is a store, not a header. */
export const isData = (cell: string): boolean =>
  normaliseEmail(cell) !== null || (cell.includes('.') && !cell.includes(' ') && normaliseDomain(cell) !== null)
