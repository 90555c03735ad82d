import { Type } from 'typebox'
import { recordCall } from '../audit/record.ts'
import { contactIdPattern } from '../base/ids.ts'
import { problems } from '../base/problems.ts'
import { count, dateTime, oneOf, requestId, requestIdExample } from '../base/schema.ts'
import type { Call } from '../call/operation.ts'
import { defineOperation } from '../call/operation.ts'
import { viewerOf } from '../collections/contact-list.ts'
import { contactIdsOf, findList } from '../collections/contact-lists.ts'
import { exportFormatNames, exportFormats } from './export-formats.ts'
import { type OwnedNeeds, ownedContacts } from './owned-contacts.ts'

const body = Type.Object(
  {
    format: Type.Optional(oneOf(exportFormatNames)),
    contact_ids: Type.Optional(
      Type.Array(Type.String({ pattern: contactIdPattern }), { minItems: 1, maxItems: 1_000 }),
    ),
    list_id: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
    words: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    since: Type.Optional(dateTime({ description: 'Only what was revealed at this moment or later.' })),
  },
  { additionalProperties: false },
)

type Body = { contact_ids?: string[]; list_id?: string; words?: string; since?: string }

export const exportContacts = defineOperation({
  id: 'exportContacts',
  method: 'POST',
  path: '/contacts/export',
  summary: 'Export revealed contacts',
  description:
    'Contacts that this account has revealed, as a spreadsheet (`Accept: text/csv`), in plain columns or in those that a ' +
    'CRM imports. Optionally only certain ids, one list, those revealed since a moment, or those that match words. As JSON: how many there are. Spends nothing.',
  scope: 'contacts:reveal',
  meter: 'session',
  request: { body },
  reply: Type.Object({ object: Type.Literal('contact_export'), rows: count(), request_id: requestId }),
  problems: ['resource_not_found'],
  example: {
    summary: 'A list for HubSpot',
    request: { format: 'hubspot', list_id: 'lst_4kQz8Xc1VbN7mLw2RtYp' },
    reply: { object: 'contact_export', rows: 20, request_id: requestIdExample },
  },

  async run({ principal, body: asked }, needs: OwnedNeeds) {
    let rows = 0
    const all = needs.scanned(principal.account.id, (pause) => chosen({ principal, body: asked }, needs, pause))
    for await (const _ of all) rows += 1
    return { object: 'contact_export' as const, rows }
  },

  csv: {
    columns: ({ body: { format = 'csv' } }) => exportFormats[format].columns,
    async *rows(call, needs: OwnedNeeds) {
      const { format = 'csv', ...asked } = call.body
      const { principal } = call
      const { toCells } = exportFormats[format]
      const details = { what: 'revealed contacts', format, list_id: asked.list_id, contacts: asked.contact_ids?.length }
      await recordCall(needs.database, call, 'data.exported', { details })
      for await (const { contact } of chosen({ principal, body: asked }, needs)) yield toCells(contact)
    },
  },
})

async function* chosen(
  { principal, body: asked }: Pick<Call<Body, unknown, unknown, unknown>, 'principal' | 'body'>,
  needs: OwnedNeeds,
  pause?: () => Promise<void>,
) {
  const viewer = viewerOf(principal)
  let among: ReadonlySet<string> | null = asked.contact_ids ? new Set(asked.contact_ids) : null
  if (asked.list_id !== undefined) {
    if (!(await findList(needs.database, viewer, asked.list_id))) throw problems.resourceNotFound('list_id')
    const listed = await contactIdsOf(needs.database, viewer.accountId, asked.list_id)
    among = asked.contact_ids ? new Set(asked.contact_ids.filter((id) => listed.has(id))) : listed
  }
  yield* ownedContacts(needs, viewer.accountId, {
    among,
    words: asked.words,
    since: asked.since === undefined ? null : new Date(asked.since),
    ...(pause && { pause }),
  })
}
