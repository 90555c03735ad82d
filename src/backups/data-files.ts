import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Files of DATA_DIR that belong to the data. A backup holds no others, and a restore writes no others. */
const plainFiles = ['plans.json']
export const secretFiles = ['auth-secret', 'channel-key']
export const backupFiles = [...plainFiles, ...secretFiles]

/** Those that are there, by name. */
export async function readDataFiles(
  dataDir: string,
  { withSecrets }: { withSecrets: boolean },
): Promise<Record<string, string>> {
  const names = withSecrets ? backupFiles : plainFiles
  const texts = await Promise.all(names.map((name) => readFile(join(dataDir, name), 'utf8').catch(() => null)))
  return Object.fromEntries(names.map((name, at) => [name, texts[at]]).filter(([, text]) => text !== null))
}
