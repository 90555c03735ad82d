import { plural } from '../../../src/base/words.ts'
import { type OptOutPart, readOptOuts } from '../../../src/catalog/opt-outs.ts'
import { defineCommand } from '../../command.ts'
import { type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'
import { writeEvidenceText } from './evidence.ts'
import { writeOptOuts } from './opt-outs-file.ts'

export const privacyOptOuts = defineCommand({
  name: 'opt-outs',
  summary: 'Write everything that keeps people out to a file, for a restored copy.',
  details:
    'Suppressions, erasures and deletion lists, as keyed hashes, contact ids and domains. Asked of the database that goes on, or of the ' +
    'one that was replaced; "prospector privacy repeat" reads the file in the copy.',
  examples: ['prospector privacy opt-outs --out opt-outs.json'],
})
  .requiredOption('--out <file>', 'where to write it; an existing file is not replaced')
  .action(async (options: ReportOptions & { out: string }) => {
    let [marks, people] = [0, 0]
    const countIn = async function* (parts: AsyncIterable<OptOutPart>) {
      for await (const part of parts) {
        if ('marks' in part) marks += part.marks.length
        if ('people' in part) people += part.people.length
        yield part
      }
    }
    await withDatabase(({ database }) =>
      database.transaction(async (tx) => {
        const { matchingKeyId, parts } = await readOptOuts(tx)
        await writeEvidenceText(options.out, writeOptOuts({ matchingKeyId, parts: countIn(parts) }))
      }),
    )
    report(
      options,
      { file: options.out, opt_outs: marks, contacts: people },
      `${plural(marks, 'opt-out')}, ${plural(people, 'contact')}.`,
    )
  })
