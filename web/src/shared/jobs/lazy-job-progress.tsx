import { lazy, Suspense } from 'react'
import { useOwnJobs } from './jobs.ts'

// Loaded with the first job: most people look at a page without one.
const load = () => import('./job-progress.tsx')
const Cards = lazy(async () => ({ default: (await load()).JobProgress }))
const Folded = lazy(async () => ({ default: (await load()).FoldedProgress }))
const OnPhone = lazy(async () => ({ default: (await load()).ProgressButton }))

export const JobProgress = () =>
  useOwnJobs().length > 0 && (
    <Suspense>
      <Cards />
    </Suspense>
  )

export const FoldedProgress = () =>
  useOwnJobs().length > 0 && (
    <Suspense>
      <Folded />
    </Suspense>
  )

export const ProgressButton = ({ onOpen }: { onOpen: () => void }) =>
  useOwnJobs().length > 0 && (
    <Suspense>
      <OnPhone onOpen={onOpen} />
    </Suspense>
  )
