import { once } from 'node:events'
import { open, stat, writeFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { recordCommand } from '../../src/audit/record.ts'
import { count, plural } from '../../src/base/words.ts'
import { addExample } from '../../src/catalog/import/dry-run.ts'
import { type ImportResult, importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { defaultSource, sourcePattern, sourceRule } from '../../src/catalog/import/import-runs.ts'
import { readMapFile, toMapFile } from '../../src/catalog/import/inputs/mapping.ts'
import { type Format, formats, openInputs } from '../../src/catalog/import/inputs/open-inputs.ts'
import type { Delimiter } from '../../src/catalog/import/inputs/read-csv.ts'
import { type MappedTable, prepareInputs } from '../../src/catalog/import/inputs/read-inputs.ts'
import type { Reject } from '../../src/catalog/import/reject.ts'
import { wholeNumber } from '../arguments.ts'
import { defineCommand, Refused } from '../command.ts'
import { createProgress, storesAndContacts } from '../progress.ts'
import { type ReportOptions, remark, report } from '../report.ts'
import { withDatabase } from '../with-database.ts'
import {
  complaintOf,
  describe,
  describeReject,
  showMapping,
  toDocument,
  toRejectLine,
  totalOf,
} from './import-result.ts'

type Options = ReportOptions & {
  source: string
  contacts?: string[]
  format?: Format
  delimiter?: Delimiter
  map?: string
  saveMap?: string
  dryRun?: boolean
  replace?: boolean
  retireAnyway?: boolean
  rejects?: string
  maxRejects?: number
}

const delimiterNames: Record<string, Delimiter> = { comma: ',', semicolon: ';', tab: '\t', bar: '|' }

export const importCommand = defineCommand({
  name: 'import',
  summary: 'Import stores and contacts into the catalogue.',
  details:
    'Reads NDJSON (one store with its contacts per line), JSON, CSV and Parquet, plain, gzipped or zstd; "-" reads stdin. ' +
    'docs/import.md lists the fields. The columns of CSV and Parquet are guessed from their headers and shown. ' +
    'Stores and people that are already there keep their ids, and what a line does not hold stays as it is. ' +
    'Bad lines are skipped and counted. If it is interrupted, run it again. ' +
    'Running servers show the new catalogue within seconds.',
  examples: [
    'prospector import stores.ndjson',
    'prospector import stores.csv --contacts people.csv --dry-run',
    'prospector import stores.csv --save-map map.json',
    'prospector import stores.csv --map map.json --rejects rejects.ndjson',
    "prospector import 'parts/*.parquet' --source crawler",
    'prospector import everything.ndjson --replace',
    'zcat stores.csv.gz | prospector import - --format csv --json',
  ],
})
  .argument('[file...]', 'files or patterns, or "-" for stdin')
  .option('--contacts <file...>', 'CSV or Parquet with one person a row, who belongs to the store of that domain')
  .addOption(new Option('--format <format>', 'what the files are; otherwise their names say it').choices(formats))
  .addOption(
    new Option('--delimiter <name>', 'what separates the cells of CSV; otherwise it is guessed')
      .choices(Object.keys(delimiterNames))
      .argParser((name: string) => {
        const delimiter = delimiterNames[name]
        if (delimiter) return delimiter
        throw new InvalidArgumentError(`It must be one of ${Object.keys(delimiterNames).join(', ')}.`)
      }),
  )
  .option('--map <file>', 'which column is which field, as JSON')
  .option('--save-map <file>', 'write the mapping that was used to this file')
  .option('--dry-run', 'change nothing, and say what would change')
  .option('--replace', 'the files are the whole catalogue: retire what is not in them')
  .option(
    '--retire-anyway',
    'with --replace: retire even if a line was rejected, no store is left, or too many of the stores or people would go',
  )
  .option(
    '--rejects <file>',
    'write rejected lines and warnings to this file, as NDJSON {file, line, column, reason, text}',
  )
  .option('--max-rejects <number>', 'stop when more lines than this are rejected', wholeNumber(0))
  .option('--source <name>', 'where the files come from: a-z, 0-9, _ and -', sourceName, defaultSource)
  .action(async (files: string[], options: Options, command: Command) => {
    const all = [...files, ...(options.contacts ?? [])]
    if (all.length === 0) command.error('error: name a file to import, or "-" for stdin.')
    for (const name of ['rejects', 'saveMap'] as const) {
      const path = options[name]
      if (path === undefined || !(await isOneOf(path, all))) continue
      const flag = name === 'rejects' ? '--rejects' : '--save-map'
      command.error(`error: ${flag} would overwrite ${path}, which is one of the files to import.`)
    }
    const { result, tables, firstRejects } = await importFiles(files, options)
    report(options, toDocument(result, tables), describe(result))
    if (!options.json && !result.dryRun) sayRejected(result, firstRejects)
    sayWarnings(result, options.rejects)
    for (const { type, value, stores } of result.held)
      remark(`Held back: ${type} ${value} at ${plural(stores, 'store')}. Decide with "prospector changes".`)
    const complaint = complaintOf(result)
    if (complaint === null) return
    remark(complaint)
    process.exitCode = 1
  })

function sourceName(value: string): string {
  if (sourcePattern.test(value)) return value
  throw new InvalidArgumentError(`It ${sourceRule}`)
}

function sayWarnings({ warningsByReason, placesByReason, warnings }: ImportResult, file: string | undefined): void {
  for (const [reason, times] of Object.entries(warningsByReason)) {
    const { input, line } = placesByReason[reason]!
    const place = `${input}, line ${line}`
    remark(`Warning: ${reason} (${times === 1 ? `once, ${place}` : `${count(times)} times, first ${place}`})`)
  }
  if (warnings > Object.keys(warningsByReason).length)
    remark(
      file === undefined
        ? '--rejects FILE lists all warnings with their lines.'
        : `${file} lists all warnings with their lines.`,
    )
}

/** As many as a dry run shows, and where the others are. */
function sayRejected({ importRun, rejected }: ImportResult, first: readonly Reject[]): void {
  for (const reject of first) remark(`Rejected: ${describeReject(reject)}`)
  const more = rejected - first.length
  if (more > 0) remark(`Rejected: ${count(more)} more. "prospector imports rejects ${importRun}" lists them.`)
}

type ImportOutcome = { result: ImportResult; tables: MappedTable[]; firstRejects: Reject[] }

async function importFiles(files: string[], options: Options): Promise<ImportOutcome> {
  const { format, delimiter, contacts = [] } = options
  const inputs = [
    ...(await openInputs(files, process.stdin, { format })),
    ...(await openInputs(contacts, process.stdin, { format, about: 'contacts' })),
  ]
  const map = options.map === undefined ? undefined : { path: options.map, contents: await readMapFile(options.map) }
  let bytesRead = 0
  const onBytes = (bytes: number) => {
    bytesRead += bytes
  }
  const { source, tables } = await prepareInputs(inputs, {
    ...{ onBytes, delimiter, map },
    async onMapped(mapped) {
      if (!map) mapped.forEach(showMapping)
      if (options.saveMap !== undefined) await saveMap(options.saveMap, mapped)
    },
  })
  const rejects = options.rejects === undefined ? null : await openRejects(options.rejects)
  const sizes = inputs.map((input) => input.bytesTotal)
  const bytesTotal = sizes.every((size) => size !== null) ? sizes.reduce((sum, size) => sum + size, 0) : null
  const progress = createProgress(options.dryRun ? 'Trying' : 'Importing')
  const firstRejects: Reject[] = []
  try {
    return await withDatabase(async ({ database, channelKeys, signal }) => {
      const result = await importCatalogue(database, {
        source,
        channelKeys,
        sourceName: options.source,
        inputs,
        dryRun: options.dryRun === true,
        replace: options.replace === true,
        retireAnyway: options.retireAnyway === true,
        ...(options.maxRejects !== undefined && { rejectsMax: options.maxRejects }),
        signal,
        onProgress: (state) => progress.show(bytesRead, bytesTotal, storesAndContacts(state), state.lines),
        onReject: async (reject) => {
          addExample(firstRejects, reject)
          await rejects?.write(toRejectLine(reject))
        },
        ...(rejects && {
          onWarning: ({ input, line, field, reason }) => rejects.write({ file: input, line, field, warning: reason }),
        }),
      })
      if (!result.dryRun) await recordImport(database, result)
      return { result, tables, firstRejects }
    })
  } finally {
    progress.finish()
    await rejects?.close()
  }
}

function recordImport(database: Parameters<typeof recordCommand>[0], result: ImportResult): Promise<void> {
  const { lines, stores, contacts, counts, rejected } = result
  return recordCommand(database, null, 'catalogue.imported', {
    details: { lines, stores, contacts: totalOf(contacts), rejected, retired: counts.retired + contacts.retired },
  })
}

async function saveMap(path: string, tables: readonly MappedTable[]): Promise<void> {
  if (tables.length === 0) throw new Refused('--save-map is for CSV and Parquet: the other formats have no columns.')
  await writeFile(path, `${JSON.stringify(toMapFile(tables), null, 2)}\n`).catch((error: Error) => {
    throw new Refused(`The file for --save-map can't be written: ${error.message}`)
  })
  remark(`The mapping was written to ${path}. Edit it and use it with --map.`)
}

/** By file, not by name: a link to an input is that input. */
async function isOneOf(path: string, files: string[]): Promise<boolean> {
  const own = await stat(path).catch(() => null)
  const others = await Promise.all(files.map((file) => stat(file).catch(() => null)))
  return own !== null && others.some((other) => other !== null && other.ino === own.ino && other.dev === own.dev)
}

type Rejects = { write(reject: object): Promise<void>; close(): Promise<void> }

/** Opened before anything is imported, so that a file that can't be written is noticed at once. */
async function openRejects(path: string): Promise<Rejects> {
  const handle = await open(path, 'w', 0o600).catch((error: Error) => {
    throw new Refused(`The file for --rejects can't be written: ${error.message}`)
  })
  // Lines as they came in, people's addresses included: nobody else on this machine may read them, not even in an old file.
  await handle.chmod(0o600).catch(() => {})
  const stream = handle.createWriteStream()
  return {
    write: async (reject) => {
      if (!stream.write(`${JSON.stringify(reject)}\n`)) await once(stream, 'drain')
    },
    close: () =>
      new Promise((resolve, reject) => stream.end((error?: Error | null) => (error ? reject(error) : resolve()))),
  }
}
