import type { AnyOperation } from '../call/operation.ts'
import { metered, referHeaders } from './described-headers.ts'
import type { NamedSchemas } from './named-schemas.ts'

type Json = Record<string, unknown>

/** Operations that create something answer 201, and 200 where a repeated request or a dry run creates nothing. */
export const successStatuses = ({ creates, replyHeaders = [] }: AnyOperation<never>): number[] => {
  if (!creates) return [200]
  return replyHeaders.includes('Idempotent-Replayed') ? [200, 201] : [201]
}

export const describeSuccess = (
  operation: AnyOperation<never>,
  status: number,
  { schemas, name }: { schemas: NamedSchemas; name: string },
): Json => ({
  description: operation.creates && status === 200 ? 'Nothing new was created.' : operation.example.summary,
  headers: referHeaders([
    ...metered,
    ...(operation.replyHeaders ?? []),
    ...(operation.csv ? ['Content-Disposition'] : []),
  ]),
  content: {
    ...(operation.lines && {
      'application/x-ndjson': { schema: schemas.refer(operation.lines.line, `${name}Line`) },
    }),
    'application/json': {
      schema: schemas.refer(operation.reply, `${name}Reply`),
      example: operation.example.reply,
    },
    ...(operation.csv && { 'text/csv': describeCsv(operation.csv) }),
  },
})

/** Exports whose columns depend on what was asked for say so in words. */
const describeCsv = ({ columns }: NonNullable<AnyOperation<never>['csv']>): Json => ({
  schema: {
    type: 'string',
    ...(Array.isArray(columns) && { description: `One line a row; columns: ${columns.join(', ')}.` }),
  },
  ...(Array.isArray(columns) && { 'x-columns': columns }),
})
