import { Type } from 'typebox'
import type { CursorSealer } from '../access/cursor.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { findContactsForReveal } from '../catalog/find-contacts.ts'
import { listReveals, type RevealPosition } from '../credits/reveals.ts'
import type { Database } from '../db/database.ts'
import { defineOperation } from '../operation.ts'
import { listOf, pageQuery } from '../schema.ts'
import { revealExample } from './reveal-example.ts'
import { type RevealedContact, renderRevealedContact, revealedContact } from './revealed-contact.ts'

type Needs = { database: Database; channelKeys: ChannelKeys; cursors: CursorSealer }

const chunkSize = 200
const cursorQuery = 'listRevealedContacts'

export const listRevealedContacts = defineOperation({
  id: 'listRevealedContacts',
  method: 'GET',
  path: '/contacts/revealed',
  summary: 'List revealed contacts',
  description:
    'Everything this account has revealed, newest first, with channels as they are now. Spends nothing. With ' +
    '`Accept: text/csv` all of it is streamed as a spreadsheet.',
  scope: 'contacts:reveal',
  meter: 'request',
  request: { query: Type.Object(pageQuery, { additionalProperties: false }) },
  reply: listOf(revealedContact),
  problems: ['invalid_cursor'],
  example: {
    summary: 'The newest revealed contact',
    reply: {
      object: 'list',
      data: [
        { ...(revealExample.reply as { data: object[] }).data[0], reveal_status: 'already_revealed', charged: false },
      ],
      has_more: false,
      next_cursor: null,
      request_id: 'req_6hT2pXw9bK4mVz8cQe1sLr0y',
    },
  },

  async run({ principal, query }, needs: Needs) {
    const accountId = principal.account.id
    const limit = query.limit ?? 25
    const after = query.cursor
      ? (JSON.parse(needs.cursors.open(query.cursor, accountId, cursorQuery)) as RevealPosition)
      : null
    const page: { contact: RevealedContact; position: RevealPosition }[] = []
    for await (const owned of ownedContacts(needs, accountId, after)) {
      page.push(owned)
      if (page.length > limit) break
    }
    const shown = page.slice(0, limit)
    const hasMore = page.length > limit
    return {
      object: 'list' as const,
      data: shown.map(({ contact }) => contact),
      has_more: hasMore,
      next_cursor: hasMore ? needs.cursors.seal(JSON.stringify(shown.at(-1)!.position), accountId, cursorQuery) : null,
    }
  },

  csv: {
    columns: [
      'id',
      'full_name',
      'first_name',
      'last_name',
      'title',
      'role',
      'seniority',
      'emails',
      'phones',
      'linkedin_url',
      'store_domain',
      'store_name',
      'revealed_at',
    ],
    async *rows({ principal }, needs: Needs) {
      for await (const { contact } of ownedContacts(needs, principal.account.id, null)) yield toCells(contact)
    },
  },
})

/** Suppressed contacts are left out, also for accounts that paid for them before. */
async function* ownedContacts(
  { database, channelKeys }: Needs,
  accountId: string,
  after: RevealPosition | null,
): AsyncGenerator<{ contact: RevealedContact; position: RevealPosition }> {
  let last = after
  while (true) {
    const reveals = await listReveals(database, accountId, { after: last, limit: chunkSize })
    const contacts = await findContactsForReveal(
      database,
      reveals.map((reveal) => reveal.contactId),
    )
    for (const { contactId, revealedAt, position } of reveals) {
      const contact = contacts.get(contactId)
      if (!contact || contact.suppressed) continue
      yield {
        contact: renderRevealedContact(contact, channelKeys, { revealedAt, isNew: false, charged: false }),
        position,
      }
    }
    if (reveals.length < chunkSize) return
    last = reveals.at(-1)!.position
  }
}

function toCells(contact: RevealedContact): string[] {
  return [
    contact.id,
    contact.full_name ?? '',
    contact.first_name ?? '',
    contact.last_name ?? '',
    contact.title ?? '',
    contact.role ?? '',
    contact.seniority,
    contact.emails.map(({ email }) => email).join('; '),
    contact.phones.map(({ phone }) => phone).join('; '),
    contact.linkedin_url ?? '',
    contact.store.domain,
    contact.store.name,
    contact.revealed_at,
  ]
}
