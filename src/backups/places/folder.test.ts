import { chown, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { isRoot } from '../../../test/support/embedded-sandbox.ts'
import { createFolder } from './folder.ts'

const nobody = 65_534

it.runIf(isRoot)('BACKUP-6: what root writes is its owner’s, and a file that may not be read is named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'prospector-folder-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await chown(folder, nobody, nobody)
  const place = createFolder(folder)
  await writeFile(join(folder, 'one.backup'), 'rows', { mode: 0o600 })
  await place.put('one.backup', AbortSignal.timeout(10_000))
  await place.write('one.json', '{}')
  for (const name of await readdir(folder)) expect(await stat(join(folder, name))).toMatchObject({ uid: nobody })

  const closed = join(folder, 'one.json')
  await chown(closed, 0, 0)
  process.seteuid!(nobody)
  onTestFinished(() => process.seteuid!(0))
  await expect(Array.fromAsync(place.read('one.json'))).rejects.toThrow(
    `(id ${nobody}) may not read ${closed}. Give the file to the user who runs Prospector.`,
  )
})
