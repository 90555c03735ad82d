import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { Refused } from '../../command.ts'
import { remark } from '../../report.ts'

/** Writes a document for whoever has to be shown it. An older file is never replaced: evidence is not edited. */
export const writeEvidence = (path: string, document: unknown): Promise<void> =>
  writeEvidenceText(path, [`${JSON.stringify(document, null, 2)}\n`])

/** The same of a text that comes in pieces, never faster than it is written. Half of one is not left behind. */
export async function writeEvidenceText(path: string, pieces: Iterable<string> | AsyncIterable<string>): Promise<void> {
  const hash = createHash('sha256')
  const hashed = async function* () {
    for await (const piece of pieces) {
      hash.update(piece)
      yield piece
    }
  }
  const file = await open(path, 'wx', 0o600).catch((failure: NodeJS.ErrnoException) => {
    throw new Refused(failure.code === 'EEXIST' ? `${path} exists. Choose another name.` : failure.message)
  })
  try {
    await pipeline(hashed, file.createWriteStream())
  } catch (failure) {
    await rm(path, { force: true })
    throw failure instanceof Error && 'syscall' in failure ? new Refused(failure.message) : failure
  }
  remark(`Wrote ${path} (SHA-256 ${hash.digest('hex')}).`)
}
