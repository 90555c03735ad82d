/** Held changes, suppressions and erasures as operations. */

import { type Static, Type } from 'typebox'
import { removalTypes } from '../base/change-types.ts'
import { contactIdPattern } from '../base/ids.ts'
import { problems } from '../base/problems.ts'
import { dateTime, oneOf } from '../base/schema.ts'
import { emailLengthMax, normaliseEmail } from '../catalog/channel-values.ts'
import { type SuppressionTarget, suppressionKinds } from '../catalog/covered-people.ts'
import { normaliseDomain } from '../catalog/domains.ts'
import type { ErasureTarget } from '../catalog/erasure.ts'
import { listHeldChanges } from '../catalog/held-changes.ts'
import { listSuppressions } from '../catalog/suppressions.ts'
import { decideChanges, hidePeople, showPeople } from './catalogue-acts.ts'
import { importParams } from './import-operations.ts'
import { defineOperatorOperation, reason } from './operation.ts'
import { erasePerson } from './privacy-acts.ts'

const closed = { additionalProperties: false }

export const listHeldChangesOperation = defineOperatorOperation({
  id: 'listHeldChanges',
  method: 'GET',
  path: '/held-changes',
  summary: 'Removals at stores that wait for a decision',
  request: {},
  reply: Type.Object({
    data: Type.Array(
      Type.Object({
        import: Type.Integer(),
        type: oneOf(removalTypes),
        value: Type.String(),
        stores: Type.Integer(),
        observed_at: dateTime(),
      }),
    ),
  }),
  run: async (_call, { database }) => ({
    data: (await listHeldChanges(database)).map(({ importRun, type, value, stores, observedAt }) => ({
      ...{ import: importRun, type, value, stores, observed_at: observedAt.toISOString() },
    })),
  }),
})

const changesBody = Type.Object(
  {
    type: Type.Optional(oneOf(removalTypes)),
    value: Type.Optional(Type.String({ maxLength: 200 })),
    reason,
  },
  closed,
)
const changesDecided = Type.Object({ import: Type.Integer(), changes: Type.Integer() })

export const releaseChangesOperation = defineOperatorOperation({
  id: 'releaseChanges',
  method: 'POST',
  path: '/held-changes/{import}/release',
  summary: 'Record removals that were held back: the stores did lose them',
  request: { params: importParams, body: changesBody },
  reply: changesDecided,
  run: ({ by, params, body }, needs) => decideChanges(needs, by, Number(params.import), 'release', body),
})

export const discardChangesOperation = defineOperatorOperation({
  id: 'discardChanges',
  method: 'POST',
  path: '/held-changes/{import}/discard',
  summary: 'Drop removals that were held back: the crawl was wrong',
  request: { params: importParams, body: changesBody },
  reply: changesDecided,
  run: ({ by, params, body }, needs) => decideChanges(needs, by, Number(params.import), 'discard', body),
})

export const listSuppressionsOperation = defineOperatorOperation({
  id: 'listSuppressions',
  method: 'GET',
  path: '/suppressions',
  summary: 'The last 200 suppressions, the newest first; addresses are masked',
  request: {},
  reply: Type.Object({
    data: Type.Array(Type.Object({ kind: Type.String(), target: Type.String(), created_at: dateTime() })),
  }),
  run: async (_call, { database }) => ({
    data: (await listSuppressions(database, 200)).map(({ kind, shown, createdAt }) => ({
      ...{ kind, target: shown, created_at: createdAt.toISOString() },
    })),
  }),
})

/** The longest of what is named: contact ids and domains are shorter. */
export const targetLengthMax = emailLengthMax
const target = Type.String({ minLength: 1, maxLength: targetLengthMax })

const suppressionBody = Type.Object({ kind: oneOf(suppressionKinds), target, reason }, closed)
const suppressionResult = Type.Object({
  kind: Type.String(),
  target: Type.String(),
  changed: Type.Boolean(),
  contacts: Type.Integer(),
  contacts_changed: Type.Integer(),
})

/** As the command takes them. */
function readTarget({ kind, target }: Pick<Static<typeof suppressionBody>, 'kind' | 'target'>): SuppressionTarget {
  const text = target.trim()
  if (kind === 'email' && normaliseEmail(text) !== null) return { email: text }
  if (kind === 'contact' && new RegExp(contactIdPattern).test(text)) return { contact: text }
  if (kind === 'domain' && normaliseDomain(text) !== null) return { domain: text }
  const wanted = {
    email: 'an email address',
    contact: 'a contact id (ct_live_…)',
    domain: 'a domain, such as acme.example',
  }
  throw problems.invalidRequest('target', `target must be ${wanted[kind]}.`)
}

export const suppressOperation = defineOperatorOperation({
  id: 'suppress',
  method: 'POST',
  path: '/suppressions',
  summary: 'Hide people from every reply, at once and for all later imports',
  request: { body: suppressionBody },
  reply: suppressionResult,
  run: ({ by, body }, needs) => hidePeople(needs, by, readTarget(body), body.reason),
})

export const unsuppressOperation = defineOperatorOperation({
  id: 'unsuppress',
  method: 'POST',
  path: '/suppressions/remove',
  summary: 'Remove a suppression',
  request: { body: suppressionBody },
  reply: suppressionResult,
  run: ({ by, body }, needs) => showPeople(needs, by, readTarget(body), body.reason),
})

export const eraseOperation = defineOperatorOperation({
  id: 'erase',
  method: 'POST',
  path: '/erasures',
  summary: 'Forget a person for good, who did not ask in the privacy centre',
  request: {
    body: Type.Object({ kind: oneOf(['email', 'contact']), target, reason }, closed),
  },
  reply: Type.Object({ contacts: Type.Integer() }),
  run: ({ by, body }, needs) => erasePerson(needs, by, readTarget(body) as ErasureTarget, body.reason),
})
