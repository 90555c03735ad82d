import { lazy, Suspense, useEffect, useRef } from 'react'
import { type Toast, toast } from '../../ui/toast.tsx'
import { describeReveal } from '../jobs/describe-job.ts'
import { type RevealState, readRevealState } from './reveal-run.ts'
import type { Outcome } from './run-machine.ts'

// Loaded when a reveal is first refused.
const Refusal = lazy(async () => ({ default: (await import('./refusal-dialog.tsx')).RefusalDialog }))

export const RefusalDialog = ({ reveals }: { reveals: RevealState }) =>
  reveals.refusal && (
    <Suspense>
      <Refusal reveals={reveals} />
    </Suspense>
  )

/** Says the outcome when a run has ended. What was selected stays so: the next step is for it. */
export function useAnnounceReveals({ finished }: RevealState): void {
  const wasFinished = useRef(finished !== null)
  useEffect(() => {
    if (finished && !wasFinished.current) toast(describeEnd(finished))
    wasFinished.current = finished !== null
  }, [finished])
}

function describeEnd(finished: Outcome): Toast {
  if ([...readRevealState().rows.values()].some((row) => typeof row === 'object')) {
    return { title: 'Some contacts couldn’t be revealed.', detail: 'Use Retry on each row.', look: 'danger' }
  }
  return { title: describeReveal(finished.contacts, finished.spent), look: finished.contacts > 0 ? 'success' : 'plain' }
}
