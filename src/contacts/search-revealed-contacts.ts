import { Type } from 'typebox'
import { listWithoutTotal, oneOf, pageLimitDefault, pageQuery, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { nearLettersMin, withoutAccents } from '../search/columns/words.ts'
import { valueLengthMax } from '../search/request-schema.ts'
import { openPosition, ownedContacts, pageOf } from './owned-contacts.ts'
import { revealedExample } from './reveal-example.ts'
import { type ChoiceNeeds, chosenContacts, revealedChoice, sinceOf } from './revealed-choice.ts'
import { revealedContact } from './revealed-contact.ts'

const spellings = ['exact', 'near'] as const

export const searchRevealedContacts = defineOperation({
  id: 'searchRevealedContacts',
  method: 'GET',
  path: '/contacts/revealed/search',
  summary: 'Search revealed contacts',
  description:
    'What this account has revealed and matches words in name, title, role, store, email or phone, newest first, optionally in one list, ' +
    'since a moment, or with a status of work. Spends nothing.',
  scope: 'contacts:reveal',
  meter: 'request',
  openToPeople: true,
  request: {
    query: Type.Object(
      {
        words: Type.Optional(
          Type.String({ minLength: 1, maxLength: valueLengthMax, description: 'All of them must occur.' }),
        ),
        spelling: Type.Optional(
          oneOf(spellings, {
            description: `\`near\`: words of ${nearLettersMin} letters or more may have one typo. \`exact\`, the default: none has.`,
          }),
        ),
        ...revealedChoice,
        ...pageQuery,
      },
      { additionalProperties: false },
    ),
  },
  reply: Type.Object({
    ...listWithoutTotal(revealedContact).properties,
    total: Type.Null({ description: 'Always null: counting would mean reading everything that was revealed.' }),
  }),
  problems: ['invalid_cursor', 'resource_not_found'],
  example: {
    summary: 'One contact',
    reply: {
      object: 'list',
      data: [revealedExample],
      has_more: false,
      next_cursor: null,
      total: null,
      request_id: requestIdExample,
    },
  },

  async run({ principal, query }, needs: ChoiceNeeds) {
    const { limit = pageLimitDefault, cursor, words, spelling, list_id = '', since = '', work_status: status } = query
    const accountId = principal.account.id
    const cursorQuery = `searchRevealedContacts ${JSON.stringify([withoutAccents(words ?? ''), list_id, since, ...(status ? [status] : [])])}${spelling === 'near' ? ' near' : ''}`
    const after = cursor === undefined ? null : openPosition(needs.cursors, cursor, accountId, cursorQuery)
    const chosen = await chosenContacts(needs, principal, query)
    const choice = { after, ...chosen, words, allowsTypos: spelling === 'near', since: sinceOf(query) }
    // Words are looked for in everything that the account has revealed.
    const found = needs.scanned(accountId, (pause) => ownedContacts(needs, accountId, { ...choice, pause }))
    return { ...(await pageOf(found, { limit, needs, principal, cursorQuery })), total: null }
  },
})
