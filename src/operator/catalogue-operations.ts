/** Imports, held changes, sources and suppressions as operations. */
import { type Static, Type } from 'typebox'
import { contactIdPattern } from '../base/ids.ts'
import { problems } from '../base/problems.ts'
import { dateTime, nullableDateTime, nullableInteger, nullableString, oneOf } from '../base/schema.ts'
import { normaliseDomain } from '../catalog/domains.ts'
import { listHeldChanges } from '../catalog/held-changes.ts'
import { type ImportRow, listImports, listSources } from '../catalog/imports.ts'
import { listSuppressions, type SuppressionTarget } from '../catalog/suppressions.ts'
import { decideChanges, hidePeople, showPeople } from './catalogue-acts.ts'
import { stateOfImport } from './get-today.ts'
import { defineOperatorOperation, reason } from './operation.ts'

const closed = { additionalProperties: false }
const iso = (date: Date | null): string | null => date?.toISOString() ?? null

const counts = { new: Type.Integer(), changed: Type.Integer(), retired: Type.Integer(), rejected: Type.Integer() }
const importRow = Type.Object({
  import: Type.Integer(),
  kind: Type.String(),
  source: Type.String(),
  files: Type.Array(Type.String()),
  state: Type.String(),
  started_at: dateTime(),
  finished_at: nullableDateTime(),
  ...counts,
})

const numberOf = ({ result }: ImportRow, name: string): number => Number(result?.[name] ?? 0)

export const listImportsOperation = defineOperatorOperation({
  id: 'listImports',
  method: 'GET',
  path: '/imports',
  summary: 'The last 50 imports, the newest first',
  request: {},
  reply: Type.Object({ data: Type.Array(importRow) }),
  run: async (_call, { database }) => ({
    data: (await listImports(database, 50)).map((row) => ({
      ...{ import: row.importRun, kind: row.kind, source: row.source, files: row.inputs, state: stateOfImport(row) },
      ...{ started_at: row.startedAt.toISOString(), finished_at: iso(row.finishedAt) },
      ...{ new: numberOf(row, 'new'), changed: numberOf(row, 'changed') },
      ...{ retired: numberOf(row, 'retired'), rejected: numberOf(row, 'rejected') },
    })),
  }),
})

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
        type: Type.String(),
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

const changesParams = Type.Object({ import: Type.String({ pattern: '^[1-9]\\d{0,8}$' }) })
const changesBody = Type.Object(
  {
    type: Type.Optional(oneOf(['app_removed', 'pixel_removed'])),
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
  request: { params: changesParams, body: changesBody },
  reply: changesDecided,
  run: ({ by, params, body }, needs) => decideChanges(needs, by, Number(params.import), 'release', body),
})

export const discardChangesOperation = defineOperatorOperation({
  id: 'discardChanges',
  method: 'POST',
  path: '/held-changes/{import}/discard',
  summary: 'Drop removals that were held back: the crawl was wrong',
  request: { params: changesParams, body: changesBody },
  reply: changesDecided,
  run: ({ by, params, body }, needs) => decideChanges(needs, by, Number(params.import), 'discard', body),
})

export const listSourcesOperation = defineOperatorOperation({
  id: 'listSources',
  method: 'GET',
  path: '/sources',
  summary: 'The sources of the catalogue',
  request: {},
  reply: Type.Object({
    data: Type.Array(
      Type.Object({
        name: Type.String(),
        label: nullableString(),
        legal_basis: nullableString(),
        max_age_days: nullableInteger(),
        imports: Type.Integer(),
        last_import_at: nullableDateTime(),
      }),
    ),
  }),
  run: async (_call, { database, clock }) => ({
    data: (await listSources(database, clock)).map((source) => ({
      ...{ name: source.name, label: source.label, legal_basis: source.legalBasis, max_age_days: source.maxAgeDays },
      ...{ imports: source.imports, last_import_at: iso(source.lastImportAt) },
    })),
  }),
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

const suppressionBody = Type.Object(
  { kind: oneOf(['email', 'contact', 'domain']), target: Type.String({ minLength: 1, maxLength: 254 }), reason },
  closed,
)
const suppressionResult = Type.Object({
  kind: Type.String(),
  target: Type.String(),
  changed: Type.Boolean(),
  contacts: Type.Integer(),
  contacts_changed: Type.Integer(),
})

/** As the command takes them. */
function readTarget({ kind, target }: Static<typeof suppressionBody>): SuppressionTarget {
  const text = target.trim()
  if (kind === 'email' && /^[^\s@]+@[^\s@]+$/.test(text)) return { email: text.toLowerCase() }
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
