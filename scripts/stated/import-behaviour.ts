/** Numbers in the rules of docs/behaviour.md about imports, ingestion and the changes they find. */

import { undoDays } from '../../src/catalog/before-images.ts'
import { erasedAfterDays, everyHours } from '../../src/catalog/expire-sources.ts'
import { lossesMax, lossPercentMax } from '../../src/catalog/held-changes.ts'
import { rejectTextLength } from '../../src/catalog/import/collect-batches.ts'
import { examplesMax } from '../../src/catalog/import/dry-run.ts'
import { waitMaxMs } from '../../src/catalog/import/ingest-lines.ts'
import { rowBytesMax } from '../../src/catalog/import/inputs/read-csv.ts'
import { columnsMax } from '../../src/catalog/import/inputs/table.ts'
import { guardedFrom, retiredShareMax } from '../../src/catalog/import/retire.ts'
import { rejectsKeptDays, rejectsKeptMax } from '../../src/catalog/kept-rejects.ts'
import { waitsMs } from '../../src/http/server.ts'
import { batchDays } from '../../src/ingest/retention.ts'
import { ingestBytesMax } from '../../src/ingest/take-lines.ts'
import type { Statement } from './statement.ts'

export const rulesOfImports: readonly Statement[] = [
  [
    'if more than # % of the stores or of the people would go (from # live ones on)',
    retiredShareMax * 100,
    guardedFrom,
  ],
  ['technology from more than # % of the stores that have it, and from more than #,', lossPercentMax, lossesMax],
  ['lost more than # % of its stores within a week', retiredShareMax * 100],
  ['text cut to # characters; the rest goes in', rejectTextLength],
  ['would: the same counts, the changes by type, and the first # of each', examplesMax],
  ['over # columns, no header, two equal headers, rows over # MB', columnsMax, rowBytesMax / 1_024 ** 2],
  ['touched the same rows, and after # days', undoDays],
  ['the first # of an import, for # days)', rejectsKeptMax, rejectsKeptDays],
  [
    'has not shown for longer is retired within # hours; its people are erased # days after',
    everyHours,
    erasedAfterDays,
  ],
  ['One that does not end within # seconds is cut off', waitsMs.request / 1_000],
  ['if two requests come at once. Kept for # days', batchDays],
  ['Lines wait up to # minutes for their turn', waitMaxMs / 60_000],
  ['body that is on its way. A body has # MiB at most', ingestBytesMax / 1_024 ** 2],
]
