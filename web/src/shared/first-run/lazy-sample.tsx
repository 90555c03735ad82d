import { type ComponentProps, lazy, Suspense } from 'react'
import type { SampleBar as Bar, SampleNotice as Notice } from './sample-notice.tsx'

// Loaded where there is no plan: most visits have one.
const load = () => import('./sample-notice.tsx')
const LazyNotice = lazy(async () => ({ default: (await load()).SampleNotice }))
const LazyBar = lazy(async () => ({ default: (await load()).SampleBar }))

/** Keeps about the height that the notice has: the rows below must not jump. */
export const SampleNotice = (props: ComponentProps<typeof Notice>) => (
  <Suspense fallback={<div className="h-20 shrink-0 border-b bg-surface max-md:h-36" />}>
    <LazyNotice {...props} />
  </Suspense>
)

export const SampleBar = (props: ComponentProps<typeof Bar>) => (
  <Suspense>
    <LazyBar {...props} />
  </Suspense>
)
