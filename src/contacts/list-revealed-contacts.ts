import { Type } from 'typebox'
import { recordCall } from '../audit/record.ts'
import { listOf, pageQuery, requestIdExample } from '../base/schema.ts'
import { defineOperation } from '../call/operation.ts'
import { exportFormats } from './export-formats.ts'
import { countOwned, type OwnedNeeds, openPosition, ownedContacts, pageOf } from './owned-contacts.ts'
import { revealedExample } from './reveal-example.ts'
import { revealedContact } from './revealed-contact.ts'

const cursorQuery = 'listRevealedContacts'

export const listRevealedContacts = defineOperation({
  id: 'listRevealedContacts',
  method: 'GET',
  path: '/contacts/revealed',
  summary: 'List revealed contacts',
  description: 'Everything this account has revealed, newest first, with channels as they are now. Spends nothing.',
  overHttp: 'With `Accept: text/csv` all of it is streamed as a spreadsheet.',
  scope: 'contacts:reveal',
  meter: 'request',
  request: { query: Type.Object(pageQuery, { additionalProperties: false }) },
  reply: listOf(revealedContact, { total: 'How many there were in all when the first page was read.' }),
  problems: ['invalid_cursor'],
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

  async run({ principal, query }, needs: OwnedNeeds) {
    const { limit = 25, cursor } = query
    const after = cursor === undefined ? null : openPosition(needs.cursors, cursor, principal.account.id, cursorQuery)
    const total = Promise.resolve(after?.total ?? countOwned(needs, principal.account.id, { listed: null }))
    const owned = ownedContacts(needs, principal.account.id, { after, atOnce: limit + 1 })
    return { ...(await pageOf(owned, { limit, needs, principal, cursorQuery, total })), total: await total }
  },

  csv: {
    columns: exportFormats.csv.columns,
    async *rows(call, needs: OwnedNeeds) {
      await recordCall(needs.database, call, 'data.exported', { details: { what: 'revealed contacts' } })
      for await (const { contact } of ownedContacts(needs, call.principal.account.id))
        yield exportFormats.csv.toCells(contact)
    },
  },
})
