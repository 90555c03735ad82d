import { Type } from 'typebox'
import { problems } from '../base/problems.ts'
import { dateTime, listWithoutTotal, nullableInteger, pageQuery, requestIdExample } from '../base/schema.ts'
import type { Call } from '../call/operation.ts'
import { defineOperation } from '../call/operation.ts'
import { viewerOf } from '../collections/contact-list.ts'
import { contactIdsOf, findList } from '../collections/contact-lists.ts'
import { withoutAccents } from '../search/columns/words.ts'
import {
  countOwned,
  type OwnedContact,
  type OwnedNeeds,
  openPosition,
  ownedContacts,
  pageOf,
} from './owned-contacts.ts'
import { revealedExample } from './reveal-example.ts'
import { revealedContact } from './revealed-contact.ts'

type Query = { words?: string; list_id?: string; since?: string; limit?: number; cursor?: string }
type RevealedCall = Pick<Call<unknown, Query, unknown, unknown>, 'principal' | 'query'>

export const searchRevealedContacts = defineOperation({
  id: 'searchRevealedContacts',
  method: 'GET',
  path: '/revealed',
  summary: 'Search revealed contacts',
  description:
    'What this account has revealed, newest first, narrowed to a list, to a time or to words in name, title, role, store, email or phone; also ' +
    'without a plan. Reads on until a page is full, so its cost grows with what the account has revealed.',
  scope: 'contacts:reveal',
  meter: 'session',
  request: {
    query: Type.Object(
      {
        words: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
        list_id: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
        since: Type.Optional(dateTime({ description: 'Only what was revealed at this moment or later.' })),
        ...pageQuery,
      },
      { additionalProperties: false },
    ),
  },
  reply: Type.Object({
    ...listWithoutTotal(revealedContact).properties,
    total: nullableInteger({
      description:
        'How many there are in all. Null on later pages and when `words` is given, because counting those would mean reading all.',
    }),
  }),
  problems: ['invalid_cursor', 'resource_not_found'],
  example: {
    summary: 'One contact',
    reply: {
      object: 'list',
      data: [revealedExample],
      has_more: false,
      next_cursor: null,
      total: 1,
      request_id: requestIdExample,
    },
  },

  async run(call, needs: OwnedNeeds) {
    const { principal, query } = call
    const { limit = 25, cursor, words } = query
    const listed = await idsOfList(needs, call)
    const isCounted = cursor === undefined && words === undefined
    const [page, total] = await Promise.all([
      pageOf(matching(call, needs, listed), { limit, needs, principal, cursorQuery: boundTo(query) }),
      isCounted ? countOwned(needs, principal.account.id, { listed, since: sinceOf(query) }) : null,
    ])
    return { ...page, total }
  },
})

const sinceOf = ({ since }: Query): Date | null => (since === undefined ? null : new Date(since))

const boundTo = ({ words = '', list_id = '', since = '' }: Query): string =>
  `searchRevealedContacts ${JSON.stringify([withoutAccents(words), list_id, since])}`

function matching(
  { principal, query }: RevealedCall,
  needs: OwnedNeeds,
  listed: Set<string> | null,
): AsyncIterable<OwnedContact> {
  const accountId = principal.account.id
  const after = query.cursor === undefined ? null : openPosition(needs.cursors, query.cursor, accountId, boundTo(query))
  const choice = { after, among: listed, words: query.words, since: sinceOf(query) }
  // Words are looked for in everything that the account has revealed.
  return query.words === undefined
    ? ownedContacts(needs, accountId, choice)
    : needs.scanned(accountId, (pause) => ownedContacts(needs, accountId, { ...choice, pause }))
}

/** Null where no list was asked for. */
async function idsOfList({ database }: OwnedNeeds, { principal, query }: RevealedCall): Promise<Set<string> | null> {
  if (query.list_id === undefined) return null
  const viewer = viewerOf(principal)
  if (!(await findList(database, viewer, query.list_id))) throw problems.resourceNotFound('list_id')
  return contactIdsOf(database, viewer.accountId, query.list_id)
}
