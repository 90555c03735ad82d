/** Imports and what they did not take, as operations. */
import { Type } from 'typebox'
import { Refusal } from '../base/refusal.ts'
import { dateTime, nullableDateTime, nullableString, oneOf } from '../base/schema.ts'
import { findImportRow, type ImportRow, importStates, listImports, stateOfImport } from '../catalog/imports.ts'
import { listRejects, rejectsKeptDays, rejectsKeptMax } from '../catalog/kept-rejects.ts'
import { defineOperatorOperation } from './operation.ts'

export const importParams = Type.Object({ import: Type.String({ pattern: '^[1-9]\\d{0,8}$' }) })

const counts = {
  contacts_new: Type.Integer({ description: 'People who were not known.' }),
  new: Type.Integer(),
  changed: Type.Integer(),
  retired: Type.Integer(),
  rejected: Type.Integer(),
}
const importRow = Type.Object({
  import: Type.Integer(),
  kind: Type.String(),
  source: Type.String(),
  files: Type.Array(Type.String()),
  state: oneOf(importStates),
  lines: Type.Integer({ description: 'Read so far, as of a few seconds ago.' }),
  progressed_at: nullableDateTime(),
  started_at: dateTime(),
  finished_at: nullableDateTime(),
  ...counts,
})

type ImportCount = 'lines' | 'new' | 'changed' | 'retired' | 'rejected'

/** So far, if the import has not finished. */
const numberOf = ({ result, progress }: ImportRow, name: ImportCount): number =>
  Number((result ?? progress)?.[name] ?? 0)

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
      ...{ lines: numberOf(row, 'lines'), progressed_at: row.progressedAt?.toISOString() ?? null },
      ...{ started_at: row.startedAt.toISOString(), finished_at: row.finishedAt?.toISOString() ?? null },
      ...{ new: numberOf(row, 'new'), changed: numberOf(row, 'changed') },
      contacts_new: (row.result?.contacts as { new?: number } | undefined)?.new ?? 0,
      ...{ retired: numberOf(row, 'retired'), rejected: numberOf(row, 'rejected') },
    })),
  }),
})

export const listRejectsOperation = defineOperatorOperation({
  id: 'listRejects',
  method: 'GET',
  path: '/imports/{import}/rejects',
  summary: `Lines that an import did not take, and why: the first ${rejectsKeptMax.toLocaleString('en-US')}, for ${rejectsKeptDays} days`,
  request: { params: importParams },
  reply: Type.Object({
    import: Type.Integer(),
    rejected: Type.Integer({ description: 'All of them, also those that are not listed.' }),
    data: Type.Array(
      Type.Object({ file: Type.String(), line: Type.Integer(), column: nullableString(), reason: Type.String() }),
    ),
  }),
  run: async ({ params }, { database }) => {
    const importRun = Number(params.import)
    const found = await findImportRow(database, importRun)
    if (!found) throw new Refusal(`There is no import ${importRun}.`)
    const data = await listRejects(database, importRun)
    // An import that was stopped has no result.
    return { import: importRun, rejected: Math.max(numberOf(found, 'rejected'), data.length), data }
  },
})
