/** What is sold, to whom and through which door: the tables of `prospector report`, to read and to download. */
import type { FastifyRequest } from 'fastify'
import { html } from '../base/html.ts'
import { count } from '../base/words.ts'
import { readableRows, reportNames, reportTitles } from '../reports/report.ts'
import { type Console, consolePath, type Visitor } from './console.ts'
import { readParams, readQuery } from './form-operations.ts'
import type { OperatorNeeds } from './operation.ts'
import { field, tableOr } from './page-parts.ts'
import { getReportOperation } from './report-operations.ts'
import { runOperation } from './serve-admin.ts'

const path = `${consolePath}/reports`
/** A page of a year of every door and source is long; the file has all of it. */
const rowsShown = 500

export function serveReports({ page, file, callerOf }: Console, needs: OperatorNeeds): void {
  const read = (visitor: Visitor, request: FastifyRequest) => {
    const params = readParams(getReportOperation, request)
    const query = readQuery(getReportOperation, request)
    const call = { by: callerOf(visitor, null), body: {}, query, params }
    return runOperation(getReportOperation, call, needs)
  }

  page(path, async () => ({
    title: 'Reports',
    body: html`<h1>Reports</h1><p>Each reads the whole ledger, so it takes a while on a large one.</p>
      <ul>${reportNames.map((name) => html`<li><a href="${path}/${name}">${reportTitles.get(name)}</a></li>`)}</ul>`,
  }))

  page(`${path}/:table`, async (visitor, request) => {
    const { table, title, since, columns, rows } = await read(visitor, request)
    const day = since.slice(0, 10)
    const head = columns.map((column, at) => `${typeof rows[0]?.[at] === 'number' ? '#' : ''}${column}`)
    return {
      title,
      body: html`<h1>${title}</h1><p class="sub"><a href="${path}">Reports</a> · <a href="${path}/${table}/csv?since=${day}">Download as CSV</a></p>
        <form method="get" action="${path}/${table}" class="find">${field('Since', 'since', html`type="date" required value="${day}"`)}<button>Show</button></form>
        ${tableOr('Nothing.', title, head, readableRows({ columns, rows: rows.slice(0, rowsShown) }))}
        ${rows.length > rowsShown && html`<p class="quiet">The first ${count(rowsShown)} of ${count(rows.length)} rows. The file has all of them.</p>`}`,
    }
  })

  file(`${path}/:table/csv`, async (visitor, request) => {
    const { table, columns, rows } = await read(visitor, request)
    return { name: `report-${table}.csv`, rows: [columns, ...rows.map((row) => row.map(String))] }
  })
}
