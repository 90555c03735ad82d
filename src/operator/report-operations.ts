/** The tables of `prospector report`, one at a time, as an operation. */
import { Type } from 'typebox'
import { oneOf } from '../base/schema.ts'
import { readReport, reportMonths, reportNames, reportStart } from '../reports/report.ts'
import { defineOperatorOperation } from './operation.ts'

export const getReportOperation = defineOperatorOperation({
  id: 'getReport',
  method: 'GET',
  path: '/reports/{table}',
  summary: 'One table of the report',
  request: {
    params: Type.Object({ table: oneOf(reportNames) }),
    query: Type.Object(
      { since: Type.Optional(Type.String({ format: 'date', description: `Unset: the last ${reportMonths} months.` })) },
      { additionalProperties: false },
    ),
  },
  reply: Type.Object({
    table: Type.String(),
    title: Type.String(),
    since: Type.String({ format: 'date-time' }),
    columns: Type.Array(Type.String()),
    rows: Type.Array(Type.Array(Type.Unsafe<string | number>({ type: ['string', 'number'] }))),
  }),
  run: async ({ params, query }, { background, clock }) => {
    const since = query.since === undefined ? reportStart(clock.now()) : new Date(query.since)
    const [table] = await readReport(background, since, [params.table])
    const { title, columns, rows } = table!
    return { table: params.table, title, since: since.toISOString(), columns, rows }
  },
})
