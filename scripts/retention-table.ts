import { retention } from '../src/wiring/retention.ts'
import { replaceTable } from './replace-table.ts'

/** docs/operating.md with how long rows are kept. */
export const withRetentionTable = (found: string): string =>
  replaceTable(
    found,
    ['table', 'kept'],
    retention.map(({ table, keeps }) => [`\`${table}\``, keeps]),
  )
