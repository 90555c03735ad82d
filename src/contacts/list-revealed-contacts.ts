import { Type } from 'typebox'
import { recordCall } from '../audit/record.ts'
import { listOf, pageLimitDefault, pageQuery, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { exportFormats } from './export-formats.ts'
import { countOwned, openPosition, ownedContacts, pageOf } from './owned-contacts.ts'
import { revealedExample } from './reveal-example.ts'
import { type ChoiceNeeds, chosenContacts, revealedChoice, sinceOf } from './revealed-choice.ts'
import { revealedContact } from './revealed-contact.ts'

export const listRevealedContacts = defineOperation({
  id: 'listRevealedContacts',
  method: 'GET',
  path: '/contacts/revealed',
  summary: 'List revealed contacts',
  description:
    'Everything this account has revealed, newest first, with channels as they are now, or what is in one list, was revealed since ' +
    'a moment, or has a status of work. Spends nothing.',
  overHttp: 'With `Accept: text/csv` all of it is streamed as a spreadsheet.',
  scope: 'contacts:reveal',
  meter: 'request',
  openToPeople: true,
  request: { query: Type.Object({ ...revealedChoice, ...pageQuery }, { additionalProperties: false }) },
  reply: listOf(revealedContact),
  problems: ['invalid_cursor', 'resource_not_found'],
  example: {
    summary: 'The newest revealed contact',
    reply: {
      object: 'list',
      data: [revealedExample],
      has_more: false,
      next_cursor: null,
      total: 1,
      request_id: requestIdExample,
    },
  },

  async run({ principal, query }, needs: ChoiceNeeds) {
    const { limit = pageLimitDefault, cursor, list_id = '', since = '', work_status = '' } = query
    const accountId = principal.account.id
    const cursorQuery = ['listRevealedContacts', list_id, since, work_status].join(' ').trimEnd()
    const after = cursor === undefined ? null : openPosition(needs.cursors, cursor, accountId, cursorQuery)
    const choice = { ...(await chosenContacts(needs, principal, query)), since: sinceOf(query) }
    const total = Promise.resolve(after?.total ?? countOwned(needs, accountId, choice))
    const owned = ownedContacts(needs, accountId, { ...choice, after, atOnce: limit + 1 })
    return { ...(await pageOf(owned, { limit, needs, principal, cursorQuery, total })), total: await total }
  },

  csv: {
    columns: exportFormats.csv.columns,
    async *rows(call, needs: ChoiceNeeds) {
      const { principal, query } = call
      const choice = { ...(await chosenContacts(needs, principal, query)), since: sinceOf(query) }
      const details = { what: 'revealed contacts', list_id: query.list_id }
      await recordCall(needs.database, call, 'data.exported', { details })
      for await (const { contact } of ownedContacts(needs, principal.account.id, choice))
        yield exportFormats.csv.toCells(contact)
    },
  },
})
