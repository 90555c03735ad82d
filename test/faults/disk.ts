/** A small disk of the database's own, in memory, that can be filled. */
import { execFile } from 'node:child_process'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export type Disk = { fill(): Promise<void>; free(): Promise<void>; remove(): Promise<void> }

/** Null where the folder can't be mounted: that takes root and Linux. */
export async function mountDisk(folder: string, megabytes: number): Promise<Disk | null> {
  await mkdir(folder, { recursive: true })
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'prospector-faults', folder]
  const isMounted = await run('mount', options).then(
    () => true,
    () => false,
  )
  if (!isMounted) return null
  const ballast = join(folder, 'ballast')
  return {
    fill: async () => {
      const file = await open(ballast, 'w')
      const block = Buffer.alloc(1024 * 1024)
      try {
        for (;;) await file.write(block)
      } catch {
        // Full, which was the point.
      } finally {
        await file.close()
      }
    },
    free: () => rm(ballast, { force: true }),
    remove: async () => {
      await run('umount', ['-l', folder])
    },
  }
}
