import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { inject } from 'vitest'

/** Makes `path` a DATA_DIR whose embedded database is up to date, as a first start leaves it, without secrets or a demo. */
export async function copyDataDir(path: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', inject('preparedDataDir'), path])
}
