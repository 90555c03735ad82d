/** Sources, and how good the catalogue is, as operations. */
import { type Static, Type } from 'typebox'
import { nullableDateTime, nullableInteger, nullableString } from '../base/schema.ts'
import { readSources } from '../catalog/imports.ts'
import { readQuality } from '../catalog/measured-quality.ts'
import { toQualityDocument } from '../catalog/quality.ts'
import { defineOperatorOperation } from './operation.ts'

const iso = (date: Date | null): string | null => date?.toISOString() ?? null

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
  run: async (_call, { database }) => ({
    data: (await readSources(database)).map((source) => ({
      ...{ name: source.name, label: source.label, legal_basis: source.legalBasis, max_age_days: source.maxAgeDays },
      ...{ imports: source.imports, last_import_at: iso(source.lastImportAt) },
    })),
  }),
})

const counts = Type.Unsafe<Record<string, number>>({ type: 'object', additionalProperties: { type: 'integer' } })
const quality = Type.Object({
  stores: Type.Object({ total: Type.Integer(), without_contacts: Type.Integer(), filled: counts }),
  contacts: Type.Object({
    total: Type.Integer(),
    with_email: Type.Integer(),
    with_phone: Type.Integer(),
    with_linkedin: Type.Integer(),
  }),
  emails: Type.Object({
    total: Type.Integer(),
    by_status: counts,
    by_age_days: counts,
    by_source: Type.Unsafe<Record<string, Record<string, number>>>({ type: 'object', additionalProperties: counts }),
  }),
})

export type QualityDocument = Static<typeof quality>

export const getQualityOperation = defineOperatorOperation({
  id: 'getQuality',
  method: 'GET',
  path: '/quality',
  summary: 'How good the catalogue is, as of the last hour; null until it was measured for the first time',
  request: {},
  reply: Type.Object({
    measured_at: nullableDateTime(),
    being_measured: Type.Boolean({ description: 'A newer measurement is on its way.' }),
    quality: Type.Unsafe<QualityDocument | null>({ ...quality, type: ['object', 'null'] }),
  }),
  run: async (_call, { database, clock, queue }) => {
    const { last, isBeingMeasured } = await readQuality(database, clock, queue)
    return {
      measured_at: last?.measuredAt.toISOString() ?? null,
      being_measured: isBeingMeasured,
      quality: last && toQualityDocument(last.quality),
    }
  },
})
