import { type TSchema, Type } from 'typebox'
import { changeTypes } from '../base/change-types.ts'
import { closedList } from '../base/closed-values.ts'
import { nullableString, pageLimitDefault, pageLimitMax } from '../base/schema.ts'
import { workStatuses } from '../base/work-statuses.ts'
import { typoLettersMin } from './columns/words.ts'
import { type ExcludedMode, excludedDefault, excludedModes } from './schema/excluded-modes.ts'
import {
  allFilters,
  type Block,
  type ContactFacet,
  type ContactQuery,
  contactFacets,
  type Filter,
  type StoreFacet,
  type StoreQuery,
  storeFacets,
} from './schema/filters.ts'
import { type ContactSort, contactSorts, type StoreSort, storeSorts } from './schema/sorts.ts'

/** Bounds of one request. Longer ones are refused, never cut. */
export const listItemsMax = 100
export const valueLengthMax = 200
/** A pasted address brings its path and query along. */
const addressLengthMax = 2_048

type PageRequest<Facet, Sort> = {
  sort?: Sort
  excluded?: ExcludedMode
  limit?: number
  cursor?: string | null
  facets?: Facet[]
}
export type ContactSearchRequest = ContactQuery & PageRequest<ContactFacet, ContactSort>
export type StoreSearchRequest = StoreQuery & PageRequest<StoreFacet, StoreSort>

const closed = { additionalProperties: false }

/** The first page has no cursor; callers may pass on the null that an answer gave them. */
const nullableCursor = nullableString({ description: '`next_cursor` of the page before; null for the first.' })

const list = (description: string, item: object = { maxLength: valueLengthMax }): TSchema =>
  Type.Array(Type.String({ minLength: 1, ...item }), { maxItems: listItemsMax, description })

function schemaOf(filter: Filter): TSchema {
  const { label, note } = filter
  switch (filter.kind) {
    case 'any_of':
      return list(
        `${label}: any of these.`,
        filter.closed && { maxLength: valueLengthMax, ...closedList(filter.closed) },
      )
    case 'contact_any_of':
      return list(`${label}: any of these.`)
    case 'domains':
      return list(`${label}: any of these, in any form a person would paste.`, { maxLength: addressLengthMax })
    case 'list':
      return Type.String({
        minLength: 1,
        maxLength: 40,
        description: 'The stores of this list of yours. A list that does not exist, or is of contacts, holds none.',
      })
    case 'any_all_none':
      return Type.Object(
        {
          any: Type.Optional(list('At least one of these.')),
          all: Type.Optional(list('Every one of these.')),
          none: Type.Optional(list('Not one of these.')),
        },
        { ...closed, title: 'ValueChoice', description: `${label}: any, all or none of these.` },
      )
    case 'score_range': {
      const bound = (description: string) => Type.Number({ minimum: 0, maximum: 100, description })
      return Type.Object(
        { min: Type.Optional(bound('The lowest score.')), max: Type.Optional(bound('The highest score.')) },
        { ...closed, title: 'ScoreRange', description: `${label}: both bounds included.` },
      )
    }
    case 'words':
      return Type.String({
        minLength: 1,
        maxLength: valueLengthMax,
        description: `${label}: all of these whole words, ignoring case and accents.`,
      })
    case 'text':
      return Type.String({
        minLength: 1,
        maxLength: valueLengthMax,
        description:
          `${label}: all of these words or beginnings of words, ignoring case and accents. Words of ${typoLettersMin} letters or ` +
          'more may have one typo; such matches come last.',
      })
    case 'email_any_of':
      return list(`${label}: any of these. Fits one and the same email as the other filters of emails.`, {
        maxLength: valueLengthMax,
        ...closedList(filter.closed),
      })
    case 'within_days':
    case 'email_within_days':
      return daysSchema(`${label} within this many days of 24 hours before the request.`)
    case 'changes':
      return changesSchema(label)
    case 'work_status':
      return Type.Array(Type.Unsafe({ type: ['string', 'null'], enum: [...workStatuses, null] }), {
        maxItems: listItemsMax,
        description: `${label} of the work on it: any of these; null is what has none.`,
      })
    case 'work_values':
      return list(`${label} of the work on it: any of these.`)
    case 'work_days':
      return daysSchema('Its work did not change for this many days of 24 hours, or nobody has worked on it.')
    case 'flag':
    case 'revealed':
    case 'has_contact':
    case 'contact_flag':
      return Type.Boolean({ description: `${label}; false means without.${note === undefined ? '' : ` ${note}`}` })
  }
}

/** How far back a search looks, and how many changes it asks for. */
export const daysMax = 365
export const changesPerSearchMax = 10

const daysSchema = (description: string): TSchema => Type.Integer({ minimum: 1, maximum: daysMax, description })

const changesSchema = (label: string): TSchema =>
  Type.Object(
    {
      any: Type.Optional(
        Type.Array(
          Type.Object(
            {
              type: Type.String({
                minLength: 1,
                maxLength: valueLengthMax,
                description: 'A type of change, as `change_types` of the taxonomy lists them.',
                ...closedList(changeTypes),
              }),
              value: Type.Optional(
                Type.String({
                  minLength: 1,
                  maxLength: valueLengthMax,
                  description: 'The app or pixel that was added or removed. Left out: any.',
                }),
              ),
              within_days: daysSchema('Observed within this many days of 24 hours before the request.'),
            },
            { ...closed, title: 'ChangeFilter' },
          ),
          { maxItems: changesPerSearchMax, description: 'At least one of these.' },
        ),
      ),
    },
    { ...closed, title: 'ChangesFilter', description: `${label}: any of these happened.` },
  )

const blockNames: Record<Block, { title: string; description: string }> = {
  person: { title: 'PersonFilters', description: 'Filters of the person. All that are given must match.' },
  store: { title: 'StoreFilters', description: 'Filters of the store. All that are given must match.' },
  contacts: { title: 'StoreContactFilters', description: 'Filters of a store by the people who work there.' },
  work: { title: 'WorkFilters', description: 'Filters by the account’s own work. All that are given must match.' },
}

function blockSchema(block: Block, takes: (filter: Filter) => boolean = () => true): TSchema {
  const ofBlock = allFilters.filter((filter) => filter.block === block && takes(filter))
  return Type.Object(Object.fromEntries(ofBlock.map((filter) => [filter.name, Type.Optional(schemaOf(filter))])), {
    ...closed,
    ...blockNames[block],
  })
}

const blockSchemas = (blocks: readonly Block[], takes?: (filter: Filter) => boolean) =>
  Object.fromEntries(blocks.map((block) => [block, Type.Optional(blockSchema(block, takes))]))

/** Without a plan nobody can ask for single stores and people, or for what the account itself revealed. */
const isInSample = ({ kind }: Filter): boolean => !['domains', 'list', 'words', 'text', 'revealed'].includes(kind)

const facetList = (facets: readonly string[]): TSchema =>
  Type.Array(Type.Enum([...facets], { type: 'string' }), {
    maxItems: facets.length,
    uniqueItems: true,
    description: 'What to count over the whole result set.',
  })

const sortSchema = (sorts: readonly string[]): TSchema =>
  Type.Enum([...sorts], {
    type: 'string',
    default: 'score',
    description:
      'The order of the results, over all pages: the highest or newest first, names from A to Z, unknown last. Equal ' +
      'ones, and all by default, come by lead fit score.',
  })

function searchSchema(blocks: readonly Block[], facets: readonly string[], sorts: readonly string[]): TSchema {
  return Type.Object(
    {
      ...blockSchemas(blocks),
      sort: Type.Optional(sortSchema(sorts)),
      excluded: Type.Optional(
        Type.Enum([...excludedModes], {
          type: 'string',
          default: excludedDefault,
          description: 'Whom the account’s exclusion lists name: left out, shown among the others, or nobody else.',
        }),
      ),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: pageLimitMax, default: pageLimitDefault, description: 'Results a page.' }),
      ),
      cursor: Type.Optional(nullableCursor),
      facets: Type.Optional(facetList(facets)),
    },
    closed,
  )
}

const sampleSchema = (blocks: readonly Block[], facets: readonly string[]): TSchema =>
  Type.Object({ ...blockSchemas(blocks, isInSample), facets: Type.Optional(facetList(facets)) }, closed)

const contactBlocks = ['person', 'store', 'work'] as const
const storeBlocks = ['store', 'contacts', 'work'] as const

/** The types of these follow from the same declarations as their shapes, which TypeScript cannot see. */
export const contactSearchRequest = Type.Unsafe<ContactSearchRequest>(
  searchSchema(contactBlocks, contactFacets, contactSorts),
)
export const storeSearchRequest = Type.Unsafe<StoreSearchRequest>(searchSchema(storeBlocks, storeFacets, storeSorts))

/** Only the filters and the order, without page and facets. */
const querySchema = (blocks: readonly Block[], sorts: readonly string[]): TSchema =>
  Type.Object({ ...blockSchemas(blocks), sort: Type.Optional(sortSchema(sorts)) }, closed)

export const contactQuery = Type.Unsafe<ContactQuery & { sort?: ContactSort }>(querySchema(contactBlocks, contactSorts))
export const storeQuery = Type.Unsafe<StoreQuery & { sort?: StoreSort }>(querySchema(storeBlocks, storeSorts))

/** The filters of either search with its order: what it is over, whoever asks says. */
export type EitherQuery = ContactQuery & StoreQuery & { sort?: ContactSort | StoreSort }
export const eitherQuery = Type.Unsafe<EitherQuery>(
  Type.Object(
    {
      ...blockSchemas(['person', 'store', 'contacts', 'work']),
      sort: Type.Optional(sortSchema([...new Set([...contactSorts, ...storeSorts])])),
    },
    closed,
  ),
)

/** Filters and facets, for searches whose rows are not theirs to choose. */
export const contactSampleRequest = Type.Unsafe<Pick<ContactSearchRequest, keyof ContactQuery | 'facets'>>(
  sampleSchema(['person', 'store'], contactFacets),
)
export const storeSampleRequest = Type.Unsafe<Pick<StoreSearchRequest, keyof StoreQuery | 'facets'>>(
  sampleSchema(['store', 'contacts'], storeFacets),
)
