import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { topicOf } from '../../../src/billing/notices/notice-letters.ts'
import { unsubscribeLabel, unsubscribePath } from '../../../src/billing/notices/opt-outs.ts'
import { sampleNotices } from '../../../src/billing/notices/sample-notices.ts'
import { layOut } from '../../../src/mail-layout.ts'
import { defineCommand } from '../../command.ts'
import { plural, type ReportOptions, report } from '../../report.ts'
import { readSettings } from '../../with-database.ts'

export const mailPreview = defineCommand({
  name: 'preview',
  summary: 'Write every mail about billing to a folder, as text and as HTML.',
  examples: ['prospector mail preview --folder /tmp/mail'],
})
  .option('--folder <folder>', 'where to write them', 'mail-preview')
  .action(async (options: ReportOptions & { folder: string }) => {
    const folder = resolve(options.folder)
    await mkdir(folder, { recursive: true })
    const { publicUrl } = readSettings()
    const notices = sampleNotices(publicUrl)
    for (const { kind, subject, letter } of notices) {
      const url = `${publicUrl}${unsubscribePath}?example`
      const unsubscribe = topicOf(kind) === null ? undefined : { label: unsubscribeLabel, url }
      const { text, html } = layOut({ ...letter, unsubscribe })
      await writeFile(join(folder, `${kind}.txt`), `Subject: ${subject}\n\n${text}`)
      await writeFile(join(folder, `${kind}.html`), html)
    }
    const kinds = notices.map(({ kind }) => kind)
    report(options, { folder, kinds }, `${plural(kinds.length, 'mail')} written to ${folder}: ${kinds.join(', ')}.`)
  })
