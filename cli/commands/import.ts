import { once } from 'node:events'
import { open, stat } from 'node:fs/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { recordCommand } from '../../src/audit/record.ts'
import type { Counts } from '../../src/catalog/import/counts.ts'
import { defaultSource, type ImportResult, importCatalogue } from '../../src/catalog/import/import-catalogue.ts'
import { sourcePattern } from '../../src/catalog/import/import-runs.ts'
import { openInputs, readLines } from '../../src/catalog/import/read-lines.ts'
import { defineCommand, Refused } from '../command.ts'
import { createProgress, storesAndContacts } from '../progress.ts'
import { count, plural, type ReportOptions, remark, report } from '../report.ts'
import { withDatabase } from '../with-database.ts'

type Options = ReportOptions & { source: string; replace?: boolean; retireAnyway?: boolean; rejects?: string }

export const importCommand = defineCommand({
  name: 'import',
  summary: 'Import stores and contacts into the catalogue.',
  details:
    'Reads NDJSON, plain or gzipped: one store with its contacts per line; "-" reads stdin. docs/import.md lists the fields. ' +
    'Stores and people that are already there keep their ids, and what a line does not hold stays as it is. ' +
    'Bad lines are skipped and counted. If it is interrupted, run it again. ' +
    'Running servers show the new catalogue within seconds.',
  examples: [
    'prospector import stores.ndjson',
    'prospector import part-1.ndjson.gz part-2.ndjson.gz --rejects rejects.ndjson',
    'prospector import everything.ndjson --replace',
    'zcat stores.ndjson.gz | prospector import - --json',
  ],
})
  .argument('<file...>', 'NDJSON files, or "-" for stdin')
  .option('--replace', 'the files are the whole catalogue: retire what is not in them')
  .option(
    '--retire-anyway',
    'with --replace: retire even if a line was rejected, no store is left, or over a fifth of them go',
  )
  .option('--rejects <file>', 'write rejected lines and warnings to this file, as NDJSON {file, line, reason, text}')
  .option('--source <name>', 'where the files come from: a-z, 0-9, _ and -', sourceName, defaultSource)
  .action(async (files: string[], options: Options, command: Command) => {
    if (options.rejects !== undefined && (await isOneOf(options.rejects, files))) {
      command.error(`error: --rejects would overwrite ${options.rejects}, which is one of the files to import.`)
    }
    const result = await importFiles(files, options)
    report(options, toDocument(result), describe(result))
    for (const [reason, times] of Object.entries(result.warningsByReason))
      remark(`Warning: ${reason} (${times === 1 ? 'once' : `${count(times)} times`})`)
    for (const { type, value, stores } of result.held)
      remark(`Held back: ${type} ${value} at ${plural(stores, 'store')}. Decide with "prospector changes".`)
    const complaint = complaintOf(result)
    if (complaint === null) return
    remark(complaint)
    process.exitCode = 1
  })

function sourceName(value: string): string {
  if (sourcePattern.test(value)) return value
  throw new InvalidArgumentError('It must have 1 to 40 of the characters a-z, 0-9, _ and -.')
}

/** What keeps an import from being a success; null: nothing. */
function complaintOf({ lines, rejected, retirement }: ImportResult): string | null {
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
        'Nothing was retired, because more than a fifth of the stores are not in the files. ' +
        'Check that the files are whole, or add --retire-anyway.'
      )
    default:
      return rejected > 0 && rejected === lines ? 'Every line was rejected: nothing was imported.' : null
  }
}

function toDocument({ lines, stores, counts, contacts, rejected, ...result }: ImportResult) {
  return {
    import: result.importRun,
    lines,
    stores,
    ...counts,
    contacts,
    stale: result.stale,
    held: result.held,
    rejected,
    warnings_total: result.warnings,
    warnings: result.firstWarnings.map(({ input, ...warning }) => ({ file: input, ...warning })),
  }
}

async function importFiles(files: string[], options: Options): Promise<ImportResult> {
  const inputs = await openInputs(files, process.stdin)
  const rejects = options.rejects === undefined ? null : await openRejects(options.rejects)
  const sizes = inputs.map((input) => input.bytesTotal)
  const bytesTotal = sizes.every((size) => size !== null) ? sizes.reduce((sum, size) => sum + size, 0) : null
  const progress = createProgress('Importing')
  let bytesRead = 0
  try {
    return await withDatabase(async ({ database, channelKeys, signal }) => {
      const result = await importCatalogue(database, {
        source: readLines(inputs, {
          onBytes: (bytes) => {
            bytesRead += bytes
          },
        }),
        channelKeys,
        sourceName: options.source,
        inputs: inputs.map(({ name }) => name),
        replace: options.replace === true,
        retireAnyway: options.retireAnyway === true,
        signal,
        onProgress: (state) => progress.show(bytesRead, bytesTotal, storesAndContacts(state)),
        ...(rejects && {
          onReject: ({ input, line, reason, text }) => rejects.write({ file: input, line, reason, text }),
          onWarning: ({ input, line, field, reason }) => rejects.write({ file: input, line, field, warning: reason }),
        }),
      })
      const { lines, stores, contacts, counts, rejected } = result
      await recordCommand(database, null, 'catalogue.imported', {
        details: { lines, stores, contacts: totalOf(contacts), rejected, retired: counts.retired + contacts.retired },
      })
      return result
    })
  } finally {
    progress.finish()
    await rejects?.close()
  }
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

function describe({ lines, stores, counts, contacts, rejected }: ImportResult): string {
  const parts = [
    `Read ${plural(stores, 'store')} and ${plural(totalOf(contacts), 'contact')} from ${plural(lines, 'line')}` +
      (rejected > 0 ? `; ${plural(rejected, 'line')} rejected` : ''),
    `stores: ${list(counts)}`,
    `contacts: ${list(contacts)}`,
  ]
  return `${parts.join('\n  ')}`
}

const totalOf = (counts: Counts): number => counts.new + counts.changed + counts.unchanged

const list = (counts: Counts): string =>
  Object.entries(counts)
    .map(([name, number]) => `${count(number)} ${name}`)
    .join(', ')
