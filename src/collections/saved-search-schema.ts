import { Type } from 'typebox'
import { type Problem, problems } from '../base/problems.ts'
import { dateTime, givenName, oneOf, requestId, requestIdExample } from '../base/schema.ts'
import { contactQuery, eitherQuery, storeQuery } from '../search/request-schema.ts'
import { type SavedSearch, searchKinds } from './saved-searches.ts'

const anyQuery = (description: string) =>
  Type.Unsafe<object>({ type: 'object', additionalProperties: true, description })

const fields = {
  id: Type.String({ pattern: '^sea_[A-Za-z0-9]{20}$', description: 'The id of the saved search.' }),
  object: Type.Literal('saved_search'),
  name: Type.String({ description: 'Its name.' }),
  kind: oneOf(searchKinds, { description: 'What it searches.' }),
  query: anyQuery('The filters of the search, and its `sort` if it has one.'),
  created_by: Type.String({ description: 'The member or the key that saved it.' }),
  created_at: dateTime({ description: 'When it was saved.' }),
}
export const savedSearchFields = Type.Object(fields, { title: 'SavedSearch' })
export const savedSearchReply = Type.Object({ ...fields, request_id: requestId })

export const savedSearchParams = Type.Object({
  saved_search_id: Type.String({ maxLength: 100, description: 'The id of the saved search.' }),
})

export const givenFields = {
  name: { ...givenName(), description: 'A name, on one line.' },
  kind: oneOf(searchKinds, { description: 'What it searches.' }),
  query: anyQuery('The filters of the search, and its `sort`: its body without limit, cursor and facets.'),
}

/** Each part names every property, for tools that hold a property to be unknown where a part does not name it. */
const anything = { name: givenName(), kind: { type: 'string', enum: [...searchKinds] }, query: { type: 'object' } }

/** Only what the search itself would take is kept. */
export const heldToItsSearch = {
  additionalProperties: false,
  if: { properties: { ...anything, kind: { const: 'stores' } }, required: ['kind'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nothing awaits this.
  then: { properties: { ...anything, query: { ...storeQuery, title: 'StoreQuery' } } },
  else: { properties: { ...anything, query: { ...contactQuery, title: 'ContactQuery' } } },
}

/** A change without `kind`: what it replaces says which of the two it must be (`refuseOtherKind`). */
export const heldToEitherSearch = {
  ...heldToItsSearch,
  else: {
    if: { properties: { ...anything, kind: { const: 'contacts' } }, required: ['kind'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nothing awaits this.
    then: heldToItsSearch.else,
    else: { properties: { ...anything, query: { ...eitherQuery, title: 'EitherQuery' } } },
  },
}

type Fields = { properties: Record<string, { enum?: string[] }> }

/** As the schema of the search itself would. */
export function refuseOtherKind(kind: SavedSearch['kind'], query: object): void {
  const { properties } = (kind === 'stores' ? storeQuery : contactQuery) as unknown as Fields
  const stray = Object.keys(query).find((name) => !(name in properties))
  if (stray !== undefined) throw problems.invalidRequest(`query.${stray}`, `query.${stray} is not a known parameter.`)
  const sorts = properties.sort!.enum!
  if ('sort' in query && !sorts.includes(query.sort as string)) {
    throw problems.invalidRequest('query.sort', `query.sort must be one of ${sorts.join(', ')}.`)
  }
}

export const noSavedSearch = (): Problem => problems.resourceNotFound('saved_search_id')

export const renderSavedSearch = ({ id, name, kind, query, createdBy, createdAt }: SavedSearch) => ({
  id,
  object: 'saved_search' as const,
  name,
  kind,
  query,
  created_by: createdBy,
  created_at: createdAt.toISOString(),
})

export const exampleSavedSearch = {
  id: 'sea_4Jd82mQpLx0aRt5VbN7c',
  object: 'saved_search' as const,
  name: 'Founders on Klaviyo',
  kind: 'contacts' as const,
  query: { person: { roles_any: ['founder'] }, store: { apps: { any: ['Klaviyo'] } } },
  created_by: 'usr_7Kd92nRqMy1bSu6WcP8d',
  created_at: '2026-03-02T09:30:00.000Z',
}
export const exampleSavedSearchReply = { ...exampleSavedSearch, request_id: requestIdExample }
