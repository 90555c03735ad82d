import { type Static, Type } from 'typebox'
import { contactIdPattern } from '../base/ids.ts'
import { jobKinds } from '../base/job-states.ts'
import { type ProblemCode, problems } from '../base/problems.ts'
import { count, oneOf } from '../base/schema.ts'
import type { Scope } from '../base/scopes.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { type RevealOptions, revealOptionFields } from '../contacts/reveal-options.ts'
import { type EitherQuery, eitherQuery } from '../search/request-schema.ts'
import { contactSorts, storeSorts } from '../search/schema/sorts.ts'
import { previewsPerStore } from '../stores/enrich-stores.ts'
import { asksForOwn } from '../work/own-overlays.ts'
import type { JobKind } from './job.ts'
import { isNamedInOneWay, person, waysInWords } from './people.ts'

export const contactsPerJobMax = 10_000
export const domainsPerJobMax = 100_000
const domainLengthMax = 2_048
export const rowsPerJobMax = 100_000

const onShortBalance = ['refuse', 'stop'] as const

/** One closed object for all kinds: which properties go with which kind is checked by `checkJobRequest`, by name. */
export const jobRequest = Type.Object(
  {
    kind: oneOf(jobKinds, { description: 'What to do: reveal contacts, enrich domains, or export search results.' }),
    contact_ids: Type.Optional(
      Type.Array(Type.String({ pattern: contactIdPattern, 'x-problem': 'invalid_contact_id' satisfies ProblemCode }), {
        minItems: 1,
        maxItems: contactsPerJobMax,
        description: 'For `reveal`: the contacts, in this order.',
      }),
    ),
    list_id: Type.Optional(
      Type.String({ minLength: 1, maxLength: 40, description: 'For `reveal`: the contacts of this list.' }),
    ),
    people: Type.Optional(
      Type.Array(person, {
        minItems: 1,
        maxItems: contactsPerJobMax,
        description:
          `For \`reveal\`: people whom you know, each by ${waysInWords}. Whoever can’t be revealed has the outcome \`no_match\` and ` +
          'costs nothing.',
      }),
    ),
    search: Type.Optional({
      ...eitherQuery,
      description:
        'For `reveal`: the first `max` contacts of this search. For `export`: its contacts, or without `person` its stores, for ' +
        'which it takes `contacts`, too.',
    } as typeof eitherQuery),
    max: Type.Optional(
      Type.Integer({ minimum: 1, maximum: rowsPerJobMax, description: 'With `search`: at most this many results.' }),
    ),
    per_store: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 100,
        description:
          'For `reveal` with `search`: at most this many contacts of each store. Those who are revealed already count, and come first.',
      }),
    ),
    domains: Type.Optional(
      Type.Array(Type.String({ maxLength: domainLengthMax }), {
        minItems: 1,
        maxItems: domainsPerJobMax,
        description: 'For `enrich`: domains in any form a person would paste.',
      }),
    ),
    include: Type.Optional(
      Type.Array(oneOf(['contact_previews']), {
        uniqueItems: true,
        description: `For \`enrich\`: adds up to ${previewsPerStore} previews a store. Needs the scope \`contacts:search\`, too.`,
      }),
    ),
    add_to_list_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 40,
        description:
          'Contacts that are revealed, stores that are found, or exported items are added to this list as the job goes on, as many ' +
          'as fit. Needs the scope `lists:write`, too.',
      }),
    ),
    ...revealOptionFields,
    max_credits: Type.Optional(count({ description: 'For `reveal`: the job never spends more than this.' })),
    on_short_balance: Type.Optional(
      oneOf(onShortBalance, {
        default: 'refuse',
        description:
          'For `reveal`, when the credits don’t suffice: `refuse` answers 402 and makes no job, `stop` reveals what it can.',
      }),
    ),
    dry_run: Type.Optional(Type.Boolean({ description: 'For `reveal`: answers 200 with the cost, and makes no job.' })),
  },
  { additionalProperties: false },
)
export type JobRequest = Static<typeof jobRequest>

/** Settings that a running job needs beyond its items. */
export type JobSettings = {
  include?: string[]
  over?: 'contacts' | 'stores'
  /** How a job reveals. */
  options?: RevealOptions
  /** Its inputs are people, not contacts. */
  ofPeople?: boolean
  /** Where it puts what it reveals or finds. */
  listId?: string
}

/** The properties that each kind takes in addition to `kind`; exactly one of `sources` is required. */
const shapes: Record<JobKind, { sources: (keyof JobRequest)[]; others: (keyof JobRequest)[] }> = {
  reveal: {
    sources: ['contact_ids', 'list_id', 'search', 'people'],
    others: [
      'max',
      'per_store',
      'accept',
      'reference',
      'allow_excluded',
      'max_credits',
      'on_short_balance',
      'dry_run',
      'add_to_list_id',
    ],
  },
  enrich: { sources: ['domains'], others: ['include', 'add_to_list_id'] },
  export: { sources: ['search'], others: ['max', 'add_to_list_id'] },
}

/** Refuses what does not belong to the kind, by name. */
export function checkJobRequest(body: JobRequest): void {
  const { kind } = body
  const { sources, others } = shapes[kind]
  const given = Object.keys(body) as (keyof JobRequest)[]
  const stray = given.find((name) => name !== 'kind' && !sources.includes(name) && !others.includes(name))
  if (stray) throw problems.invalidRequest(stray, `${stray} does not belong to a job of kind ${kind}.`)
  const named = sources.filter((name) => body[name] !== undefined)
  const all = sources.join(', ')
  if (named.length === 0)
    throw problems.invalidRequest(
      sources[0]!,
      `A job of kind ${kind} needs ${sources.length > 1 ? `one of ${all}` : all}.`,
    )
  if (named.length > 1) throw problems.invalidRequest(named[1]!, `Only one of ${all} may be given.`)
  if (body.search && body.max === undefined)
    throw problems.invalidRequest('max', 'A search needs max: at most how many results.')
  if (!body.search && body.max !== undefined) throw problems.invalidRequest('max', 'max goes with search.')
  if (kind === 'reveal' && body.max !== undefined && body.max > contactsPerJobMax) {
    throw problems.invalidRequest('max', `max must be at most ${contactsPerJobMax} for a job of kind reveal.`)
  }
  if (body.search) checkSearch(body, body.search)
  else if (body.per_store !== undefined) throw problems.invalidRequest('per_store', 'per_store goes with search.')
  const unclear = body.people?.findIndex((one) => !isNamedInOneWay(one)) ?? -1
  if (unclear !== -1) {
    throw problems.invalidRequest(`people[${unclear}]`, `people[${unclear}] needs one of these: ${waysInWords}.`)
  }
}

/** What a job with a search is over: contacts, or stores where nothing is asked of a person. */
export const searchedBy = ({ kind, search }: Pick<JobRequest, 'kind' | 'search'>): 'contacts' | 'stores' =>
  kind === 'reveal' || search?.person !== undefined ? 'contacts' : 'stores'

function checkSearch(body: JobRequest, { contacts, sort }: EitherQuery): void {
  const over = searchedBy(body)
  if (contacts && over === 'contacts') {
    throw problems.invalidRequest('search.contacts', 'search.contacts goes with an export of stores.')
  }
  const sorts: readonly string[] = over === 'contacts' ? contactSorts : storeSorts
  if (sort !== undefined && !sorts.includes(sort)) {
    throw problems.invalidRequest(
      'search.sort',
      `search.sort must be one of ${sorts.join(', ')} for a search of ${over}.`,
    )
  }
}

/** The scopes that a request needs, in the order in which they are asked for. */
export const scopesFor = (body: JobRequest): Scope[] => [
  ...scopesOfJob(body.kind, { ...(body.include && { include: body.include }), over: searchedBy(body) }),
  ...(body.list_id !== undefined || asksForOwn(body.search ?? {}) ? (['lists:read'] as const) : []),
  ...scopesOfList(body.add_to_list_id),
]

const scopesOfList = (listId: string | undefined): Scope[] => (listId === undefined ? [] : ['lists:write'])

/** To go on with a job that was made, also in its list. */
export const scopesToGoOn = (kind: JobKind, settings: JobSettings): Scope[] => [
  ...scopesOfJob(kind, settings),
  ...scopesOfList(settings.listId),
]

/** To read a job that was made. Of the settings only those count that `readableWith` knows in SQL. */
export function scopesOfJob(kind: JobKind, { include = [], over }: JobSettings): Scope[] {
  switch (kind) {
    case 'reveal':
      return ['contacts:reveal']
    case 'enrich':
    case 'export':
      return include.length > 0 || over === 'contacts' ? ['stores:read', 'contacts:search'] : ['stores:read']
  }
}

/** The same request gives the same hash, whatever the order of its properties. Keyed: it may be of an address. */
export const hashOf = (body: JobRequest, keys: ChannelKeys): Buffer =>
  keys.hash(
    'content',
    JSON.stringify(body, (_, value) => (isPlainObject(value) ? sorted(value) : value)),
  )

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const sorted = (object: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))
