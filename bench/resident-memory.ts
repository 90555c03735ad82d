import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** What a process holds in memory, in MB, as the system counts it. */
export async function residentMb({ pid }: { pid?: number | undefined }): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) / 1_024
}
