import { Type } from 'typebox'
import { bounceRules } from '../base/bounce-rules.ts'
import type { Clock } from '../base/clock.ts'
import { contactIdPattern } from '../base/ids.ts'
import { type ProblemCode, problems } from '../base/problems.ts'
import { count, dateTime, nullableString, oneOf, requestId, requestIdExample } from '../base/schema.ts'
import { explain } from '../base/words.ts'
import { defineOperation } from '../call/operation.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import type { ContactOpener } from '../contacts/revealed-contact.ts'
import type { Database } from '../db/database.ts'
import { judgeBounces, type Verdict, verdicts } from './judge-bounces.ts'
import { findPaid } from './paid-addresses.ts'

export const bouncesPerRequestMax = 1_000
export const bounceCodeLengthMax = 2_000

const bounce = Type.Object(
  {
    // More than an address may have: one that is none gets its verdict, and does not refuse all others.
    email: Type.Optional(Type.String({ minLength: 1, maxLength: 400, description: 'The address that bounced.' })),
    contact_id: Type.Optional(
      Type.String({
        pattern: contactIdPattern,
        'x-problem': 'invalid_contact_id' satisfies ProblemCode,
        description: 'Instead of the address: the contact, whose primary email is meant.',
      }),
    ),
    code: Type.Optional(
      Type.String({
        maxLength: bounceCodeLengthMax,
        description:
          'What the mail server said: `5.1.1`, `550`, or the whole line. Without it the bounce counts as final.',
      }),
    ),
    bounced_at: Type.Optional(dateTime({ description: 'When it bounced.' })),
  },
  { additionalProperties: false },
)

const verdict = oneOf(Object.keys(verdicts) as Verdict[], { description: explain(verdicts) })

export const reportBounces = defineOperation({
  id: 'reportBounces',
  method: 'POST',
  path: '/bounces',
  summary: 'Report bounced emails',
  description:
    'An address that you paid for bounced: report it, and its credit comes back. One verdict for each bounce, in order. A contact returns at ' +
    'most one credit, ever, and stays revealed; reporting again changes nothing. Returned credits are valid until the ' +
    `period ends, and for at least ${bounceRules.creditDays} days. A reported address is no longer returned to you.`,
  scope: 'contacts:reveal',
  changes: true,
  meter: 'own',
  takesLargeBody: true,
  neverCompressed: true,
  request: {
    body: Type.Object(
      {
        bounces: Type.Array(bounce, {
          minItems: 1,
          maxItems: bouncesPerRequestMax,
          description: 'What bounced: each with `email` or `contact_id`.',
        }),
      },
      { additionalProperties: false },
    ),
  },
  reply: Type.Object({
    object: Type.Literal('bounce_result'),
    data: Type.Array(
      Type.Object({
        email: nullableString({
          description:
            'The address; null if only a contact was given that the account has not paid for, or whose address the catalogue no longer holds.',
        }),
        contact_id: nullableString({
          description: 'The contact; null if only an address was given that the account has not paid for.',
        }),
        verdict,
      }),
      { description: 'One for each bounce, in the order of the request.' },
    ),
    credits: Type.Object(
      {
        returned: count({ description: 'Credits that this request brought back.' }),
        remaining: count({ description: 'Credits left after this request.' }),
      },
      { description: 'What came back, and what is left.' },
    ),
    request_id: requestId,
  }),
  problems: ['invalid_contact_id'],
  example: {
    summary: 'One credit comes back, one address was never paid for',
    request: {
      bounces: [
        { email: 'maya@northwind-candles.example', code: '550 5.1.1 user unknown' },
        { email: 'jo@elsewhere.example' },
      ],
    },
    reply: {
      object: 'bounce_result',
      data: [
        { email: 'maya@northwind-candles.example', contact_id: 'ct_live_QwErTyUiOpAsDfGh', verdict: 'returned' },
        { email: 'jo@elsewhere.example', contact_id: null, verdict: 'not_revealed' },
      ],
      credits: { returned: 1, remaining: 740 },
      request_id: requestIdExample,
    },
  },

  async run({ principal, body: { bounces }, requestId: id }, needs: ReportNeeds) {
    for (const [at, { email, contact_id }] of bounces.entries()) {
      if ((email === undefined) === (contact_id === undefined)) {
        throw problems.invalidRequest(`bounces[${at}]`, 'A bounce needs `email` or `contact_id`, and only one of them.')
      }
    }
    const addresses = await findPaid(bounces, principal, needs)
    const judged = await judgeBounces(bounces, addresses, { principal, requestId: id }, needs)
    return {
      object: 'bounce_result' as const,
      data: judged.verdicts.map((one, at) => ({
        email: bounces[at]!.email ?? addresses[at]?.email ?? null,
        contact_id: bounces[at]!.contact_id ?? addresses[at]?.contactId ?? null,
        verdict: one,
      })),
      credits: { returned: judged.returned, remaining: judged.remaining },
    }
  },
})

type ReportNeeds = { database: Database; clock: Clock; channelKeys: ChannelKeys; openContact: ContactOpener }
