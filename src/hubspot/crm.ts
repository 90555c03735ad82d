import type { OutgoingRequests } from '../outgoing/outgoing-requests.ts'
import { type HubspotFault, readFault, refusal, unreachable } from './faults.ts'

export type CrmObject = 'contacts' | 'companies'
type Properties = Record<string, string | null | undefined>
type PastValue = { value: string; sourceType?: string; sourceId?: string }
export type CrmRecord = {
  id: string
  properties: Properties
  /** Newest first. */
  propertiesWithHistory?: Record<string, PastValue[]>
  objectWriteTraceId?: string
}
export type WrittenBatch = { written: CrmRecord[]; refused: { traceId: string; fault: HubspotFault }[] }
type Page = { results: CrmRecord[]; paging?: { next?: { after: string } } }
export type NewProperty = {
  name: string
  label: string
  description: string
  type: 'string' | 'date'
  hasUniqueValue: boolean
}
type TokenInfo = { hubId: number; appId: number; scopes: string[] }

/** Everything that we ask of HubSpot's public API, as its reference describes it. Rejects with a HubspotFault. */
export type Crm = ReturnType<typeof createCrm>

type Options = {
  requests: OutgoingRequests
  /** `https://api.hubapi.com`, or a simulator. */
  url: string
  token: string
  /** Before each request. What it throws keeps the request from being sent. */
  before?: () => Promise<void>
  onReply?: ((outcome: 'succeeded' | 'failed') => void) | undefined
}

const withinMs = 20_000
const bytesMax = 16 * 1024 * 1024
/** The most that HubSpot takes, or gives, at once. */
export const batchMax = 100
const searchPage = 200

type Ask = <Reply>(method: 'GET' | 'POST', path: string, body?: object) => Promise<Reply>

function createAsk({ requests, url, token, before, onReply }: Options): Ask {
  return async <Reply>(method: 'GET' | 'POST', path: string, body?: object) => {
    await before?.()
    const headers = {
      authorization: `Bearer ${token}`,
      'user-agent': 'Prospector/1',
      ...(body && { 'content-type': 'application/json' }),
    }
    const request = { method, headers, withinMs, reply: { bytesMax, ifLonger: 'refuse' as const } }
    const reply = await requests
      .send(`${url}${path}`, { ...request, ...(body && { body: JSON.stringify(body) }) })
      .catch((error: unknown) => {
        onReply?.('failed')
        throw unreachable(error)
      })
    const fault = readFault(reply, new Date())
    onReply?.(fault ? 'failed' : 'succeeded')
    if (fault) throw fault
    return readJson<Reply>(reply.body)
  }
}

export function createCrm(options: Options) {
  const ask = createAsk(options)
  const { token } = options
  const batch = (object: CrmObject, verb: string, body: object): Promise<BatchReply> =>
    ask<BatchReply>('POST', `/crm/v3/objects/${object}/batch/${verb}`, body)

  return {
    /** Which portal, app and scopes the token belongs to. It needs no scope. */
    readToken: () => ask<TokenInfo>('POST', '/oauth/v2/private-apps/get/access-token-info', { tokenKey: token }),
    readPortal: () => ask<{ portalId: number; accountType: string }>('GET', '/account-info/v3/details'),
    readProperties: async (object: CrmObject): Promise<string[]> =>
      (await ask<{ results: { name: string }[] }>('GET', `/crm/v3/properties/${object}`)).results.map(
        ({ name }) => name,
      ),
    createProperties: (object: CrmObject, groupName: string, properties: NewProperty[]) =>
      ask('POST', `/crm/v3/properties/${object}/batch/create`, {
        inputs: properties.map((one) => ({ ...one, groupName, fieldType: one.type === 'date' ? 'date' : 'text' })),
      }),
    /** Those that exist, or are in the recycling bin. `idProperty`: a property with unique values; unset: by the ids of records. */
    async readRecords(
      object: CrmObject,
      ids: readonly string[],
      asked: { idProperty?: string; properties: readonly string[]; withHistory?: readonly string[]; fromBin?: boolean },
    ): Promise<CrmRecord[]> {
      if (ids.length === 0) return []
      const { idProperty, properties, withHistory = [], fromBin = false } = asked
      const inputs = ids.map((id) => ({ id }))
      const body = { inputs, idProperty, properties, propertiesWithHistory: withHistory }
      return (await batch(object, fromBin ? 'read?archived=true' : 'read', body)).results
    },
    async createRecords(object: CrmObject, drafts: { traceId: string; properties: Properties }[]) {
      const inputs = drafts.map(({ traceId, properties }) => ({
        objectWriteTraceId: traceId,
        properties,
        associations: [],
      }))
      return toWritten(await batch(object, 'create', { inputs }))
    },
    async updateRecords(object: CrmObject, changes: { traceId: string; id: string; properties: Properties }[]) {
      const inputs = changes.map(({ traceId, ...change }) => ({ objectWriteTraceId: traceId, ...change }))
      return toWritten(await batch(object, 'update', { inputs }))
    },
    /** Neither property of domains has unique values at HubSpot, so companies are searched for, oldest first. */
    async findCompanies(
      propertyName: 'domain' | 'hs_additional_domains',
      domains: readonly string[],
      properties: readonly string[],
    ): Promise<CrmRecord[]> {
      const found: CrmRecord[] = []
      const filters = [{ propertyName, operator: 'IN', values: domains }]
      for (let after: string | undefined; domains.length > 0; ) {
        const page = await ask<Page>('POST', '/crm/v3/objects/companies/search', {
          filterGroups: [{ filters }],
          sorts: ['createdate'],
          properties,
          limit: searchPage,
          ...(after && { after }),
        })
        found.push(...page.results)
        after = page.paging?.next?.after
        if (after === undefined) break
      }
      return found
    },
    readPage: async (object: CrmObject, properties: readonly string[], after: string | null) => {
      const query = new URLSearchParams({ limit: String(batchMax), properties: properties.join(',') })
      if (after !== null) query.set('after', after)
      const { results, paging } = await ask<Page>('GET', `/crm/v3/objects/${object}?${query}`)
      return { records: results, next: paging?.next?.after ?? null }
    },
    /** Associates a contact with its company; an association that is there stays. */
    associate: (pairs: { contact: string; company: string }[]) =>
      ask('POST', '/crm/v4/associations/contacts/companies/batch/associate/default', {
        inputs: pairs.map(({ contact, company }) => ({ from: { id: contact }, to: { id: company } })),
      }),
    /** To the recycling bin, from where people can restore them for 90 days. */
    archiveContacts: (ids: readonly string[]) => batch('contacts', 'archive', { inputs: ids.map((id) => ({ id })) }),
    /** For good, with everything that hangs on it. */
    eraseContact: (id: string) => ask('POST', '/crm/v3/objects/contacts/gdpr-delete', { objectId: id }),
  }
}

function readJson<Reply>(body: Buffer): Reply {
  try {
    return (body.length === 0 ? {} : JSON.parse(body.toString('utf8'))) as Reply
  } catch (error) {
    throw unreachable(error)
  }
}

type BatchReply = {
  results: CrmRecord[]
  errors?: { category?: string; message?: string; context?: Record<string, string[]> }[]
}

/** A reply of 207 names what was refused by the trace ids that we gave. */
function toWritten({ results, errors = [] }: BatchReply): WrittenBatch {
  const refused = errors.flatMap(({ category = '', message = '', context = {} }) =>
    (context.objectWriteTraceId ?? []).map((traceId) => ({ traceId, fault: refusal(category, message) })),
  )
  return { written: results, refused }
}
