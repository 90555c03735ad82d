/** The part of serve.ts for nodes whose threads answer. Apart, because it loads much that other nodes do not need. */
import { setTimeout } from 'node:timers/promises'
import { readConfig } from '../../src/base/config.ts'
import { createLog } from '../../src/base/log.ts'
import type { Secrets } from '../../src/base/secrets.ts'
import { openDatabase } from '../../src/db/database.ts'
import { createConfiguredApp } from '../../src/threads/configured-app.ts'
import { createServingThreads } from '../../src/threads/serving-threads.ts'

export type ThreadOptions = { count: number; port: number; dataDir: string }

type Node = {
  /** Ends one of the threads; resolves when another has taken its place. */
  killThread(): Promise<void>
}

/** As src/main.ts wires them. Resolves when they listen. */
export async function serveWithThreads(
  databaseUrl: string,
  secrets: Secrets,
  { count, port, dataDir }: ThreadOptions,
): Promise<Node> {
  const log = createLog('fatal')
  const [authSecret, ...channelKeys] = [secrets.authSecret, ...secrets.channelKeys].map((key) => key.toString('base64'))
  const config = readConfig({
    ...{ DATABASE_URL: databaseUrl, AUTH_SECRET: authSecret, CHANNEL_KEY: channelKeys.join(',') },
    ...{ DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port), LOG_LEVEL: 'fatal' },
  })
  const onStartOver = () => app.startOver()
  const threads = createServingThreads({ config, secrets, databaseUrl, poolSize: 4, count, log, onStartOver })
  const database = openDatabase({ url: databaseUrl })
  const app = createConfiguredApp(config, { database, secrets, log, onSegmentNews: threads.tell })
  await Promise.all([app.start(), threads.start()])
  return {
    async killThread() {
      const [victim, ...others] = threads.running()
      await victim?.terminate()
      while (threads.running().length <= others.length) await setTimeout(50)
    },
  }
}
