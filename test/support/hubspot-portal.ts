/** A portal of the simulated HubSpot: its records with their history, unique values, batches and the index of its search. */
export type Kind = 'contacts' | 'companies'
type Source = { sourceType: string; sourceId: string }
type PastValue = Source & { value: string; timestamp: string }
export type SimulatedRecord = { id: string; properties: Record<string, string>; history: Record<string, PastValue[]> }
type Property = { name: string; hasUniqueValue?: boolean }
type Input = { id: string; objectWriteTraceId?: string; properties: Record<string, string> }
export type AskedBody = {
  inputs: Input[]
  idProperty?: string
  properties: string[]
  propertiesWithHistory?: string[]
  objectId: string
  limit: number
  filterGroups: { filters: { propertyName: string; values: string[] }[] }[]
}
export type Answer = [status: number, body: object | null]

export type Portal = {
  token: string
  portalId: number
  appId: number
  accountType: string
  scopes: string[]
  isRevoked: boolean
  contacts: Map<string, SimulatedRecord>
  companies: Map<string, SimulatedRecord>
  /** Contacts in the recycling bin. */
  bin: Map<string, SimulatedRecord>
  properties: Record<Kind, Property[]>
  /** `contact company`. */
  associations: Set<string>
  /** What a person does in HubSpot itself. */
  write(kind: Kind, properties: Record<string, string>, id?: string): SimulatedRecord
  /** New records are not found by searches. */
  searchLags: boolean
  unindexed: Set<string>
}

const standard: Record<Kind, string[]> = {
  contacts: [
    ...['email', 'hs_additional_emails', 'firstname', 'lastname', 'jobtitle', 'phone', 'mobilephone', 'company'],
    ...['website', 'hs_merged_object_ids'],
  ],
  companies: ['name', 'domain', 'hs_additional_domains', 'website'],
}

/** Properties of several values, each of which a search finds. */
const multiple = ['hs_additional_domains']

let nextId = 1_000

export function createPortal(draft: Partial<Pick<Portal, 'token' | 'accountType'>> & Pick<Portal, 'scopes'>): Portal {
  const portalId = nextId++
  const portal: Portal = {
    ...{ token: `pat-eu1-${crypto.randomUUID()}`, portalId, appId: portalId + 500_000, isRevoked: false },
    ...{ accountType: 'STANDARD', ...draft },
    ...{
      contacts: new Map(),
      companies: new Map(),
      bin: new Map(),
      associations: new Set(),
      unindexed: new Set(),
      searchLags: false,
    },
    properties: {
      contacts: standard.contacts.map((name) => ({ name })),
      companies: standard.companies.map((name) => ({ name })),
    },
    write: (kind, given, id) => put(portal, kind, given, { sourceType: 'CRM_UI', sourceId: 'userId:7' }, id),
  }
  return portal
}

export const failure = (status: number, category: string, message: string): Answer => [
  status,
  { status: 'error', category, message, correlationId: crypto.randomUUID() },
]

export function readPage(portal: Portal, kind: Kind, query: URLSearchParams): Answer {
  const all = [...portal[kind].values()]
  const from = Number(query.get('after') ?? 0)
  const until = from + Number(query.get('limit'))
  const results = all.slice(from, until).map((one) => shown(one, query.get('properties')!.split(',')))
  return [200, { results, ...(all.length > until && { paging: { next: { after: String(until) } } }) }]
}

export function search(portal: Portal, kind: Kind, { filterGroups, limit, properties }: AskedBody): Answer {
  const { propertyName, values } = filterGroups[0]!.filters[0]!
  if (values.length > 100 || limit > 200) return failure(400, 'VALIDATION_ERROR', 'Too many values.')
  const valuesOf = ({ properties }: SimulatedRecord): string[] => {
    const value = properties[propertyName] ?? ''
    return multiple.includes(propertyName) ? value.split(';') : [value]
  }
  const found = [...portal[kind].values()].filter(
    (one) => !portal.unindexed.has(one.id) && valuesOf(one).some((value) => values.includes(value)),
  )
  return [200, { total: found.length, results: found.map((one) => shown(one, properties)) }]
}

export function readBatch(portal: Portal, kind: Kind, asked: AskedBody, isArchived: boolean): Answer {
  const { inputs, idProperty, properties, propertiesWithHistory = [] } = asked
  const isUnique =
    idProperty === undefined ||
    idProperty === 'email' ||
    portal.properties[kind].some(({ name, hasUniqueValue }) => name === idProperty && hasUniqueValue)
  if (!isUnique) return failure(400, 'VALIDATION_ERROR', `${idProperty} has no unique values.`)
  const missing: string[] = []
  const results = inputs.flatMap(({ id }) => {
    const record = [...(isArchived ? portal.bin : portal[kind]).values()].find((one) =>
      idsOf(one, idProperty).includes(id),
    )
    if (!record) missing.push(id)
    const history = Object.fromEntries(propertiesWithHistory.map((name) => [name, record?.history[name] ?? []]))
    return record ? [{ ...shown(record, properties), propertiesWithHistory: history }] : []
  })
  if (missing.length === 0) return [200, { status: 'COMPLETE', results }]
  const error = {
    status: 'error',
    category: 'OBJECT_NOT_FOUND',
    message: 'Some are missing.',
    context: { ids: missing },
  }
  return [207, { status: 'COMPLETE', results, numErrors: 1, errors: [error] }]
}

export function writeBatch(portal: Portal, kind: Kind, verb: 'create' | 'update', { inputs }: AskedBody): Answer {
  const results: object[] = []
  const errors: object[] = []
  for (const { objectWriteTraceId, id, properties } of inputs) {
    const own = verb === 'update' ? id : undefined
    const refused = refusalOf(portal, kind, properties, own)
    if (refused) {
      errors.push({ status: 'error', ...refused, context: { objectWriteTraceId: [objectWriteTraceId] } })
      continue
    }
    const source = { sourceType: 'INTEGRATION', sourceId: String(portal.appId) }
    const record = put(portal, kind, properties, source, own)
    if (verb === 'create' && portal.searchLags) portal.unindexed.add(record.id)
    results.push({ ...shown(record, Object.keys(properties)), objectWriteTraceId })
  }
  if (errors.length > 0) return [207, { status: 'COMPLETE', results, errors, numErrors: errors.length }]
  return [verb === 'create' ? 201 : 200, { status: 'COMPLETE', results }]
}

function refusalOf(portal: Portal, kind: Kind, given: Record<string, string>, id: string | undefined) {
  const known = portal.properties[kind]
  const unknown = Object.keys(given).find((name) => !known.some((one) => one.name === name))
  if (unknown) return { category: 'VALIDATION_ERROR', message: `Property "${unknown}" does not exist` }
  if (given.email && !/^[^@\s]+@[^@\s]+\.[a-z]+$/.test(given.email)) {
    const message = `Property values were not valid: [{"error":"INVALID_EMAIL","message":"${given.email}"}]`
    return { category: 'VALIDATION_ERROR', message }
  }
  const unique = ['email', ...known.filter((one) => one.hasUniqueValue).map(({ name }) => name)]
  const taken = [...portal[kind].values()].find(
    (one) => one.id !== id && unique.some((name) => given[name] && idsOf(one, name).includes(given[name])),
  )
  return taken ? { category: 'CONFLICT', message: `Contact already exists. Existing ID: ${taken.id}` } : null
}

function put(portal: Portal, kind: Kind, given: Record<string, string>, source: Source, id = String(nextId++)) {
  const record: SimulatedRecord = portal[kind].get(id) ?? { id, properties: {}, history: {} }
  for (const [name, value] of Object.entries(given)) {
    const now = { value, timestamp: new Date().toISOString(), ...source }
    record.properties[name] = value
    record.history[name] = [now, ...(record.history[name] ?? [])]
  }
  portal[kind].set(id, record)
  return record
}

/** Under which values of this property a record is found. A record that was merged answers for those that it swallowed. */
function idsOf({ id, properties }: SimulatedRecord, name: string | undefined): string[] {
  if (name === undefined) return [id, ...(properties.hs_merged_object_ids ?? '').split(';')]
  const more = name === 'email' ? (properties.hs_additional_emails ?? '').split(';') : []
  return [properties[name] ?? '', ...more].filter(Boolean)
}

const shown = ({ id, properties }: SimulatedRecord, names: string[]) => ({
  ...{ id, archived: false },
  properties: Object.fromEntries(names.map((name) => [name, properties[name] || null])),
})
