import { type TSchema, type TUnsafe, Type } from 'typebox'

/** Pieces of schema that operations share. They serialise without a union, which keeps the compiled serialisers fast. */
export const nullableString = (options: object = {}): TUnsafe<string | null> =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], ...options })

export const nullableInteger = (options: object = {}): TUnsafe<number | null> =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], ...options })

export const dateTime = (options: object = {}) => Type.String({ format: 'date-time', ...options })
export const nullableDateTime = (options: object = {}) => nullableString({ format: 'date-time', ...options })

export const oneOf = <T extends string>(values: readonly T[], options: object = {}): TUnsafe<T> =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...options })

export const nullableOneOf = <T extends string>(values: readonly T[], options: object = {}): TUnsafe<T | null> =>
  Type.Unsafe<T | null>({ type: ['string', 'null'], enum: [...values, null], ...options })

export const count = (options: object = {}) => Type.Integer({ minimum: 0, ...options })

/** The trial or usage month that credits and search rows belong to. */
export const periodBounds = {
  start: dateTime({ description: 'When the period began.' }),
  end: dateTime({ description: 'When the period ends and the next one begins.' }),
}

/** The most contact credits that a key, a member or a connection may spend in a period. */
export const creditLimit = nullableInteger({ minimum: 0, maximum: 1_000_000_000 })

/** A person as lists show them; null once they are gone. */
export const person = Type.Unsafe<{ id: string; name: string } | null>({
  type: ['object', 'null'],
  properties: { id: { type: 'string' }, name: { type: 'string' } },
  required: ['id', 'name'],
})

/** The store in the path of an operation. */
export const storeParams = Type.Object({
  domain: Type.String({ description: 'Such as `northwind-candles.example`, or the id of a store.' }),
})

/** Controls, line ends, and signs that show nothing or turn the text after them round: a name with them can pose as another. */
const unseen =
  '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u061c\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufeff'

/** The pattern of texts that callers choose freely: anything but control characters. */
export const noControlCharacters = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$'

export const givenNameMax = 100
const givenNamePattern = `^[^${unseen}]*[^${unseen}\\s][^${unseen}]*$`

/** A name a person gives: something to read, on one line. */
export const givenName = () => Type.String({ minLength: 1, maxLength: givenNameMax, pattern: givenNamePattern })

const asGivenName = new RegExp(givenNamePattern, 'u')

/** The same where no schema is checked. Characters are counted as a schema counts them. */
export const isGivenName = (value: unknown): value is string =>
  typeof value === 'string' && asGivenName.test(value) && [...value].length <= givenNameMax

export const requestId = Type.String({
  pattern: '^req_[A-Za-z0-9]{16,}$',
  description: 'Names this request, for support and debugging. Also in the header X-Request-Id.',
})

export const requestIdExample = 'req_6hT2pXw9bK4mVz8cQe1sLr0y'

/** What a deletion replies. `named` says what the id is of. */
export const deletedReply = <Kind extends string>(object: Kind, named: string) =>
  Type.Object({
    id: Type.String({ description: named }),
    object: Type.Literal(object),
    deleted: Type.Literal(true, { description: 'Always true.' }),
    request_id: requestId,
  })

export const deleted = <Kind extends string>(object: Kind, id: string) => ({ id, object, deleted: true as const })

export const deletedExample = (object: string, id: string) => ({
  summary: 'Gone',
  reply: { ...deleted(object, id), request_id: requestIdExample },
})

/** For lists that can't always say how many there are. Every other one says it: LIST-7. */
export const listWithoutTotal = <T extends TSchema>(item: T) =>
  Type.Object({
    object: Type.Literal('list'),
    data: Type.Array(item, { description: 'One page of results.' }),
    has_more: Type.Boolean({ description: 'Another page exists.' }),
    next_cursor: nullableString({ description: 'Opaque; pass it back unchanged as `cursor`.' }),
    request_id: requestId,
  })

/** The list envelope: SEARCH-1, LIST-7. */
export const listOf = <T extends TSchema>(
  item: T,
  { total = 'How many there were in all when the first page was read.' }: { total?: string } = {},
) => Type.Object({ ...listWithoutTotal(item).properties, total: count({ description: total }) })

/** The list envelope of what always fits on one page. */
export const wholeListOf = <T extends TSchema>(item: T, options: object = {}) =>
  Type.Object({
    object: Type.Literal('list'),
    data: Type.Array(item, { description: 'All of them.', ...options }),
    has_more: Type.Literal(false, { description: 'Always false: one page holds them all.' }),
    next_cursor: Type.Null({ description: 'Always null.' }),
    request_id: requestId,
    total: count({ description: 'How many there are.' }),
  })

export const wholeList = <T>(data: T[]) => ({
  object: 'list' as const,
  data,
  has_more: false as const,
  next_cursor: null,
  total: data.length,
})

/** Any length: a cursor that no page gave out is an invalid cursor, not an invalid request. */
const pageCursor = Type.String({ description: '`next_cursor` of the page before.' })

/** The size of a page, of lists and of searches. */
export const pageLimitMax = 100
export const pageLimitDefault = 25

/** Paging of lists that are read with GET. */
export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: pageLimitMax, default: pageLimitDefault, description: 'Items a page.' }),
  ),
  cursor: Type.Optional(pageCursor),
}

/** Paging of lists that are short enough to be given out whole. */
export const shortPageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: pageLimitMax, description: 'Items a page; all of them if left out.' }),
  ),
  cursor: Type.Optional(pageCursor),
}
