import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Mail } from '../../../src/base/mail.ts'
import { layOut } from '../../../src/base/mail-layout.ts'
import { plural } from '../../../src/base/words.ts'
import { topicOf } from '../../../src/billing/notices/notice-letters.ts'
import { unsubscribeLabel, unsubscribePath } from '../../../src/billing/notices/opt-outs.ts'
import { sampleNotices } from '../../../src/billing/notices/sample-notices.ts'
import { sampleMails } from '../../../src/sign-in/sample-mails.ts'
import { defineCommand } from '../../command.ts'
import { type ReportOptions, report } from '../../report.ts'
import { readSettings } from '../../with-database.ts'

export const mailPreview = defineCommand({
  name: 'preview',
  summary: 'Write every mail that people get to a folder, as text and as HTML.',
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
      await writeMail(folder, kind, { subject, ...layOut({ ...letter, unsubscribe }) })
    }
    const others = Object.entries(sampleMails(publicUrl)).map(([name, mail]) => ({ kind: toSnakeCase(name), mail }))
    for (const { kind, mail } of others) await writeMail(folder, kind, mail)
    const kinds = [...notices, ...others].map(({ kind }) => kind)
    report(options, { folder, kinds }, `${plural(kinds.length, 'mail')} written to ${folder}: ${kinds.join(', ')}.`)
  })

async function writeMail(
  folder: string,
  kind: string,
  { subject, text, html }: Pick<Mail, 'subject' | 'text' | 'html'>,
): Promise<void> {
  await writeFile(join(folder, `${kind}.txt`), `Subject: ${subject}\n\n${text}`)
  await writeFile(join(folder, `${kind}.html`), html!)
}

const toSnakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
