import { useRef, useState } from 'react'
import { ApiError, call, type Reply } from '../api/call.ts'
import { noticeSessionEnd } from '../api/queries.ts'

export type EnrichedDomain = Reply<'enrichStores'>['data'][number]

export type Enrichment = {
  state: 'idle' | 'running' | 'paused' | 'done'
  total: number
  asked: number
  rows: EnrichedDomain[]
  error: ApiError | null
}

const chunkLength = 100
const nothing: Enrichment = { state: 'idle', total: 0, asked: 0, rows: [], error: null }

/** A hundred domains a request. A failure pauses; going on asks only for what is missing. */
export function useEnrichment() {
  const [enrichment, setEnrichment] = useState<Enrichment>(nothing)
  const left = useRef<string[]>([])
  const stopped = useRef<AbortController | null>(null)

  const work = async () => {
    const control = new AbortController()
    stopped.current = control
    setEnrichment((before) => ({ ...before, state: 'running', error: null }))
    while (left.current.length > 0) {
      const chunk = left.current.slice(0, chunkLength)
      try {
        const { data } = await call('enrichStores', { body: { domains: chunk }, signal: control.signal })
        left.current = left.current.slice(chunkLength)
        setEnrichment((before) => ({ ...before, asked: before.asked + chunk.length, rows: [...before.rows, ...data] }))
      } catch (error) {
        if (control.signal.aborted) return
        if (!(error instanceof ApiError)) throw error
        noticeSessionEnd(error)
        setEnrichment((before) => ({ ...before, state: 'paused', error }))
        return
      }
    }
    setEnrichment((before) => ({ ...before, state: 'done' }))
  }

  return {
    enrichment,
    start(domains: string[]) {
      left.current = domains
      setEnrichment({ ...nothing, total: domains.length })
      void work()
    },
    goOn: () => void work(),
    reset() {
      stopped.current?.abort()
      left.current = []
      setEnrichment(nothing)
    },
  }
}
