import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { Refused } from '../../command.ts'
import { remark } from '../../report.ts'

/** Writes a document for whoever has to be shown it. An older file is never replaced: evidence is not edited. */
export async function writeEvidence(path: string, document: unknown): Promise<void> {
  const text = `${JSON.stringify(document, null, 2)}\n`
  await writeFile(path, text, { flag: 'wx', mode: 0o600 }).catch((failure: NodeJS.ErrnoException) => {
    throw new Refused(failure.code === 'EEXIST' ? `${path} exists. Choose another name.` : failure.message)
  })
  remark(`Wrote ${path} (SHA-256 ${createHash('sha256').update(text).digest('hex')}).`)
}
