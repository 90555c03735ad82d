import { type Static, Type } from 'typebox'
import { recordCall } from '../audit/record.ts'
import { contactIdPattern } from '../base/ids.ts'
import { count, oneOf, requestId, requestIdExample } from '../base/schema.ts'
import type { Call } from '../call/operation.ts'
import { defineOperation } from '../call/operation.ts'
import { valueLengthMax } from '../search/request-schema.ts'
import { exportFormatNames, exportFormats } from './export-formats.ts'
import { ownedContacts } from './owned-contacts.ts'
import { type ChoiceNeeds, chosenContacts, revealedChoice, sinceOf } from './revealed-choice.ts'

const body = Type.Object(
  {
    format: Type.Optional(oneOf(exportFormatNames, { description: 'Plain columns, or those that a CRM imports.' })),
    contact_ids: Type.Optional(
      Type.Array(Type.String({ pattern: contactIdPattern }), {
        minItems: 1,
        maxItems: 1_000,
        description: 'Only these.',
      }),
    ),
    words: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: valueLengthMax,
        description: 'Only those that match all of these words.',
      }),
    ),
    ...revealedChoice,
  },
  { additionalProperties: false },
)

type Body = Omit<Static<typeof body>, 'format'>

export const exportContacts = defineOperation({
  id: 'exportContacts',
  method: 'POST',
  path: '/contacts/export',
  summary: 'Export revealed contacts',
  description:
    'Contacts that this account has revealed, as a spreadsheet, in plain columns or in those that a CRM imports. Optionally only ' +
    'certain ids, one list, those revealed since a moment, with a status of work, or those that match words. Spends nothing.',
  overHttp: 'Send `Accept: text/csv`. As JSON it says how many rows there are.',
  scope: 'contacts:reveal',
  meter: 'request',
  readsOnly: true,
  forPeople: true,
  openToPeople: true,
  request: { body },
  reply: Type.Object({
    object: Type.Literal('contact_export'),
    rows: count({ description: 'How many rows the spreadsheet has.' }),
    request_id: requestId,
  }),
  problems: ['resource_not_found'],
  example: {
    summary: 'Everything, for HubSpot',
    request: { format: 'hubspot' },
    reply: { object: 'contact_export', rows: 20, request_id: requestIdExample },
  },

  async run({ principal, body: asked }, needs: ChoiceNeeds) {
    let rows = 0
    const all = needs.scanned(principal.account.id, (pause) => chosen({ principal, body: asked }, needs, pause))
    for await (const _ of all) rows += 1
    return { object: 'contact_export' as const, rows }
  },

  csv: {
    columns: ({ body: { format = 'csv' } }) => exportFormats[format].columns,
    async *rows(call, needs: ChoiceNeeds) {
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
  needs: ChoiceNeeds,
  pause?: () => Promise<void>,
) {
  const { among: listed, except } = await chosenContacts(needs, principal, asked)
  const { contact_ids: ids } = asked
  const among = ids ? new Set(ids.filter((id) => listed?.has(id) ?? true)) : listed
  yield* ownedContacts(needs, principal.account.id, {
    among,
    except,
    words: asked.words,
    since: sinceOf(asked),
    ...(pause && { pause }),
  })
}
