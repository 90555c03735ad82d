/** What an import says at its end, and about the tables that it reads. */

import { count, plural } from '../../src/base/words.ts'
import type { Counts } from '../../src/catalog/import/counts.ts'
import type { ImportResult } from '../../src/catalog/import/import-catalogue.ts'
import type { MappedTable } from '../../src/catalog/import/inputs/read-inputs.ts'
import type { Reject } from '../../src/catalog/import/reject.ts'
import { facts, remark } from '../report.ts'

/** What keeps an import from being a success; null: nothing. */
export function complaintOf({ lines, rejected, retirement }: ImportResult): string | null {
  switch (retirement) {
    case 'rejected_lines':
      return (
        `Nothing was retired, because ${plural(rejected, 'line')} could not be read. ` +
        'Fix them and import again, or add --retire-anyway.'
      )
    case 'no_stores':
      return 'Nothing was retired, because the files hold no store. If the catalogue is to be empty, add --retire-anyway.'
    case 'too_many':
      return (
        'Nothing was retired, because too many of the stores are not in the files. ' +
        'Check that the files are whole, or add --retire-anyway.'
      )
    case 'too_many_people':
      return (
        'Nothing was retired, because too many of the people are not in the files. ' +
        'Check that the lists of contacts are whole, or add --retire-anyway.'
      )
    default:
      return rejected > 0 && rejected === lines ? 'Every line was rejected: nothing was imported.' : null
  }
}

export const toRejectLine = ({ input, ...reject }: Reject) => ({ file: input, ...reject })

export function toDocument(result: ImportResult, tables: readonly MappedTable[]) {
  const { lines, stores, counts, contacts, rejected, dryRun } = result
  return {
    ...(dryRun ? { dry_run: true } : { import: result.importRun }),
    lines,
    stores,
    ...counts,
    contacts,
    stale: result.stale,
    held: result.held,
    rejected,
    warnings_total: result.warnings,
    warnings: result.firstWarnings.map(({ input, ...warning }) => ({ file: input, ...warning })),
    ...(tables.length > 0 && { tables: tables.map(toTableDocument) }),
    ...(dryRun && {
      changes: dryRun.changesByType,
      first: {
        new: dryRun.added,
        changed: dryRun.changed,
        retired: dryRun.retired,
        rejected: dryRun.rejected.map(toRejectLine),
        changes: dryRun.changes,
      },
    }),
  }
}

const toTableDocument = ({ table, mapping }: MappedTable) => ({
  file: table.name,
  format: table.description,
  columns: Object.fromEntries(table.columns.map((column, at) => [column, mapping.fields[at]?.target ?? null])),
})

/** Which column is read as what: shown before anything is imported. */
export function showMapping({ table, mapping }: MappedTable): void {
  const named = table.columns.map((column, at): [string, string] => [
    column,
    mapping.fields[at]?.target ?? 'not imported',
  ])
  remark(`${table.name} (${table.description}):`)
  remark(facts(named.filter(([column]) => column !== '')))
  const targets = mapping.fields.map((field) => field?.target.replace(/^contact\./, ''))
  if (targets.includes('email') && !targets.includes('email_status'))
    remark(
      'No column holds what is known of the emails, such as verified: none of them can be revealed. If there is one, name it as contact.email_status with --map.',
    )
  const missing = ['role', 'seniority'].filter((field) => !targets.includes(field))
  if (targets.includes('title') && missing.length > 0)
    remark(
      `No column holds ${missing.join(' or ')}, and titles are not read for them: searches by ${missing.join(' or ')} won't find these people.`,
    )
}

export function describe(result: ImportResult): string {
  const { lines, stores, counts, contacts, rejected, dryRun } = result
  const parts = [
    `Read ${plural(stores, 'store')} and ${plural(totalOf(contacts), 'contact')} from ${plural(lines, 'line')}` +
      (rejected > 0 ? `; ${plural(rejected, 'line')} rejected` : ''),
    `stores: ${list(counts)}`,
    `contacts: ${list(contacts)}`,
  ]
  return dryRun ? `${parts.join('\n  ')}\n${describeDryRun(dryRun)}` : parts.join('\n  ')
}

function describeDryRun(dryRun: NonNullable<ImportResult['dryRun']>): string {
  const recorded = Object.entries(dryRun.changesByType).map(([type, number]) => `${count(number)} ${type}`)
  const section = (title: string, lines: string[]): string[] =>
    lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  ${line}`)]
  return [
    `Changes that would be recorded: ${recorded.join(', ') || 'none'}`,
    ...section('First new stores', dryRun.added),
    ...section(
      'First changed stores',
      dryRun.changed.map(({ domain, fields }) => `${domain}: ${fields.join(', ')}`),
    ),
    ...section('First retired stores', dryRun.retired),
    ...section('First rejected lines', dryRun.rejected.map(describeReject)),
    ...section(
      'First changes',
      dryRun.changes.map(({ domain, type, value, from, to }) =>
        [domain, type, value, from !== null && `${from} to ${to}`].filter(Boolean).join(' '),
      ),
    ),
    'This was a dry run: nothing was changed.',
  ].join('\n')
}

export const describeReject = ({ input, line, column, reason }: Reject): string =>
  `${input}, line ${line}${column ? `, column "${column}"` : ''}: ${reason}`

export const totalOf = (counts: Counts): number => counts.new + counts.changed + counts.unchanged

const list = (counts: Counts): string =>
  Object.entries(counts)
    .map(([name, number]) => `${count(number)} ${name}`)
    .join(', ')
