import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { freePlacesOf, placesMemory } from '../base/process-places.ts'
import type { SegmentNews } from '../search/serve/create-search.ts'
import type { FromThread, ThreadStart, ToThread } from './messages.ts'

export type ServingThreads = {
  /** Passes on what the main thread has built; threads that start later get the newest. */
  tell(news: SegmentNews): void
  /** Resolves when every thread listens. */
  start(): Promise<void>
  drain(): void
  /** Resolves when every thread has answered what it was asked and is gone. */
  stop(): Promise<void>
  /** Those that listen. */
  running(): readonly Worker[]
  /** What each thread has measured; those that do not answer in time are left out. */
  measured(): Promise<object[][]>
}

type Options = Omit<ThreadStart, 'places'> & {
  count: number
  log: Logger
  /** A thread has seen the catalogue go back. */
  onStartOver(): void
}

/** A thread that ends at once, again and again, must not take a core for itself. */
const replaceAfterMs = 500
const measureWithinMs = 1_000

/**
 * Threads that listen on one port, which the system spreads connections over. Each is the whole application but for the
 * index; one that dies is replaced, and the others do not notice.
 */
export function createServingThreads({ count, log, onStartOver, ...given }: Options): ServingThreads {
  const threads = new Map<Worker, 'starting' | 'listening'>()
  const places = placesMemory()
  let segments: SegmentNews | undefined
  let stopping = false

  function tellAll(message: ToThread): void {
    for (const thread of threads.keys()) thread.postMessage(message)
  }

  /** Resolves when it listens; rejects when it ends before. From then on it is replaced when it dies. */
  async function open(): Promise<void> {
    const thread = new Worker(new URL('./serving-thread.ts', import.meta.url), { workerData: { ...given, places } })
    const id = thread.threadId
    threads.set(thread, 'starting')
    if (segments) thread.postMessage(segments)
    const ended = new Promise<Error>((resolve) => {
      let failure = new Error('A serving thread ended.')
      thread.on('error', (error: Error) => {
        failure = error
      })
      thread.once('exit', () => {
        threads.delete(thread)
        freePlacesOf(places, id)
        resolve(failure)
      })
    })
    const listening = new Promise<void>((resolve, reject) => {
      thread.on('message', ({ kind }: FromThread) => {
        if (kind === 'listening') resolve()
        if (kind === 'start_over') onStartOver()
      })
      void ended.then(reject)
    })
    await listening
    threads.set(thread, 'listening')
    void ended.then(replace)
  }

  async function replace(failure: Error): Promise<void> {
    if (stopping) return
    log.error({ err: failure }, 'a serving thread ended and is replaced')
    await pause(replaceAfterMs, null, { ref: false })
    if (!stopping) await open().catch(replace)
  }

  return {
    tell(news) {
      if (news.kind === 'segments') segments = news
      tellAll(news)
    },
    async start() {
      await Promise.all(Array.from({ length: count }, open))
    },
    running: () => [...threads.keys()].filter((thread) => threads.get(thread) === 'listening'),
    drain: () => tellAll({ kind: 'drain' }),
    async stop() {
      stopping = true
      const gone = [...threads.keys()].map((thread) => new Promise((resolve) => thread.once('exit', resolve)))
      tellAll({ kind: 'stop' })
      await Promise.all(gone)
    },
    async measured() {
      const answers = [...threads.keys()].map(async (thread) => {
        const answer = new Promise<object[]>((resolve) => {
          const hear = (message: FromThread) => {
            if (message.kind !== 'measured') return
            thread.off('message', hear)
            resolve(message.metrics)
          }
          thread.on('message', hear)
        })
        thread.postMessage({ kind: 'measure' } satisfies ToThread)
        return Promise.race([answer, pause(measureWithinMs, [], { ref: false })])
      })
      return Promise.all(answers)
    },
  }
}
