import { type TSchema, Type } from 'typebox'
import { closedList } from '../base/closed-values.ts'
import { nullableString } from '../base/schema.ts'
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

/** Bounds of one request. What is beyond them is refused, never cut. */
const listItemsMax = 100
const valueLengthMax = 200
/** A pasted address brings its path and query along. */
const addressLengthMax = 2_048
export const pageLimitMax = 100
export const pageLimitDefault = 25

export type ContactSearchRequest = ContactQuery & { limit?: number; cursor?: string | null; facets?: ContactFacet[] }
export type StoreSearchRequest = StoreQuery & { limit?: number; cursor?: string | null; facets?: StoreFacet[] }

const closed = { additionalProperties: false }

/** The first page has no cursor; callers may pass on the null that an answer gave them. */
const nullableCursor = nullableString({ description: '`next_cursor` of the page before; null for the first.' })

const list = (description: string, item: object = { maxLength: valueLengthMax }): TSchema =>
  Type.Array(Type.String({ minLength: 1, ...item }), { maxItems: listItemsMax, description })

function schemaOf(filter: Filter): TSchema {
  const { label } = filter
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
          `${label}: all of these words or beginnings of words, ignoring case and accents. Words of five letters or more ` +
          'may have one typo; such matches come last.',
      })
    case 'flag':
    case 'revealed':
    case 'has_contact':
    case 'contact_flag':
      return Type.Boolean({ description: `${label}; false means without.` })
  }
}

const blockNames: Record<Block, { title: string; description: string }> = {
  person: { title: 'PersonFilters', description: 'Filters of the person. All that are given must match.' },
  store: { title: 'StoreFilters', description: 'Filters of the store. All that are given must match.' },
  contacts: { title: 'StoreContactFilters', description: 'Filters of a store by the people who work there.' },
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
const isInSample = ({ kind }: Filter): boolean => !['domains', 'words', 'text', 'revealed'].includes(kind)

const facetList = (facets: readonly string[]): TSchema =>
  Type.Array(Type.Enum([...facets], { type: 'string' }), {
    maxItems: facets.length,
    uniqueItems: true,
    description: 'What to count over the whole result set.',
  })

function searchSchema(blocks: readonly Block[], facets: readonly string[]): TSchema {
  return Type.Object(
    {
      ...blockSchemas(blocks),
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

const contactBlocks = ['person', 'store'] as const
const storeBlocks = ['store', 'contacts'] as const

/** The types of these follow from the same declarations as their shapes, which TypeScript cannot see. */
export const contactSearchRequest = Type.Unsafe<ContactSearchRequest>(searchSchema(contactBlocks, contactFacets))
export const storeSearchRequest = Type.Unsafe<StoreSearchRequest>(searchSchema(storeBlocks, storeFacets))

/** Only the filters, without page and facets. */
export const contactQuery = Type.Unsafe<ContactQuery>(Type.Object(blockSchemas(contactBlocks), closed))
export const storeQuery = Type.Unsafe<StoreQuery>(Type.Object(blockSchemas(storeBlocks), closed))

/** Filters and facets, for searches whose rows are not theirs to choose. */
export const contactSampleRequest = Type.Unsafe<Pick<ContactSearchRequest, keyof ContactQuery | 'facets'>>(
  sampleSchema(contactBlocks, contactFacets),
)
export const storeSampleRequest = Type.Unsafe<Pick<StoreSearchRequest, keyof StoreQuery | 'facets'>>(
  sampleSchema(storeBlocks, storeFacets),
)
