import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'

export type Secrets = { authSecret: Buffer; channelKeys: Buffer[] }

/** From the settings; with the embedded database, what is missing is generated once into DATA_DIR. */
export async function loadSecrets(config: Config): Promise<Secrets> {
  const { dataDir } = config
  return {
    authSecret: config.authSecret ?? (await keptSecret(dataDir, 'auth-secret')),
    channelKeys: config.channelKeys ?? [await keptSecret(dataDir, 'channel-key')],
  }
}

/** Two processes may start at once: the file is made exclusively, and the loser reads what the winner wrote. */
async function keptSecret(dataDir: string, name: string): Promise<Buffer> {
  const path = join(dataDir, name)
  await mkdir(dataDir, { recursive: true })
  try {
    await writeFile(path, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const secret = Buffer.from(await readFile(path, 'utf8'), 'base64')
  if (secret.length !== 32) throw new Error(`${path} is damaged: it must hold 32 bytes in base64.`)
  return secret
}
