import type { Config } from '../base/config.ts'
import type { Secrets } from '../base/secrets.ts'
import type { SegmentNews } from '../search/serve/create-search.ts'

/** What a serving thread starts with. */
export type ThreadStart = {
  config: Config
  secrets: Secrets
  databaseUrl: string
  poolSize: number
  places: Int32Array
}

export type ToThread = SegmentNews | { kind: 'drain' } | { kind: 'stop' } | { kind: 'measure' }

export type FromThread =
  | { kind: 'listening' }
  /** The catalogue is older than what the thread has seen of it. */
  | { kind: 'start_over' }
  | { kind: 'measured'; metrics: object[] }
