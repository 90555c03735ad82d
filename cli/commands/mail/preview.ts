import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { plural } from '../../../src/base/words.ts'
import { defineCommand } from '../../command.ts'
import { type ReportOptions, report } from '../../report.ts'
import { readSettings } from '../../with-database.ts'
import { sampleLetters } from './samples.ts'

export const mailPreview = defineCommand({
  name: 'preview',
  summary: 'Write every mail that people get to a folder, as text and as HTML.',
  examples: ['prospector mail preview --folder /tmp/mail'],
})
  .option('--folder <folder>', 'where to write them', 'mail-preview')
  .action(async (options: ReportOptions & { folder: string }) => {
    const folder = resolve(options.folder)
    await mkdir(folder, { recursive: true })
    const { publicUrl, privacy } = readSettings()
    const letters = sampleLetters(publicUrl, privacy)
    for (const [kind, { subject, text, html }] of Object.entries(letters)) {
      await writeFile(join(folder, `${kind}.txt`), `Subject: ${subject}\n\n${text}`)
      await writeFile(join(folder, `${kind}.html`), html!)
    }
    const kinds = Object.keys(letters)
    report(options, { folder, kinds }, `${plural(kinds.length, 'mail')} written to ${folder}: ${kinds.join(', ')}.`)
  })
