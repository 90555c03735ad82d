import { Type } from 'typebox'
import { dateTime, oneOf } from '../base/schema.ts'
import type { SavedSearch } from './saved-searches.ts'

/** As session operations show it. */
export const savedSearch = Type.Object({
  id: Type.String({ pattern: '^sea_[A-Za-z0-9]{20}$' }),
  object: Type.Literal('saved_search'),
  name: Type.String(),
  searches: oneOf(['contacts', 'stores']),
  query: Type.Unsafe<object>({ type: 'object', additionalProperties: true }),
  created_at: dateTime(),
})

export const toSavedSearch = ({ id, name, searches, query, createdAt }: SavedSearch) => ({
  id,
  object: 'saved_search' as const,
  name,
  searches,
  query,
  created_at: createdAt.toISOString(),
})

export const exampleSavedSearch = {
  id: 'sea_4Jd82mQpLx0aRt5VbN7c',
  object: 'saved_search',
  name: 'Founders on Klaviyo',
  searches: 'contacts',
  query: { person: { roles_any: ['founder'] }, store: { apps: { any: ['Klaviyo'] } } },
  created_at: '2026-03-02T09:30:00.000Z',
}
