/** A folder for one test's files, in memory where there is room: waiting for the disk would be much of the run, and prove nothing. */
import { chmod, mkdtemp, realpath, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const roomNeeded = 2 * 1024 ** 3

/**
 * What a killed process has written is as safe in memory as on a disk; only a machine that loses power tells them apart.
 * `holdsPrograms`: programs can't run from memory everywhere, since containers mount it without the right to execute.
 */
export async function makeScratch(name: string, { holdsPrograms = false } = {}): Promise<string> {
  const memory = holdsPrograms ? undefined : await statfs('/dev/shm').catch(() => undefined)
  const parent = memory && memory.bavail * memory.bsize > roomNeeded ? '/dev/shm' : tmpdir()
  const folder = await realpath(await mkdtemp(join(parent, `prospector-${name}-`)))
  // The unprivileged user that runs the database under root has to pass.
  await chmod(folder, 0o755)
  return folder
}
