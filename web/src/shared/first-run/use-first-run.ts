import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useSyncExternalStore } from 'react'
import { profileQuery } from '../../api/queries.ts'
import { paths } from '../paths.ts'
import { useUsage } from '../use-usage.ts'

type StepId = 'account' | 'plan' | 'search' | 'reveal'
export type Step = { id: StepId; number: number; label: string; isDone: boolean }

/** Not every plan begins with a trial. */
export const labelOfPlanStep = (hasTrial: boolean): string => (hasTrial ? 'Start the trial' : 'Start the plan')

export function stepsAfter(done: StepId[], hasTrial: boolean): Step[] {
  const labels: [StepId, string][] = [
    ['account', 'Create the account'],
    ['plan', labelOfPlanStep(hasTrial)],
    ['search', 'Filter the contacts'],
    ['reveal', 'Reveal the first one'],
  ]
  return labels.map(([id, label], index) => ({ id, number: index + 1, label, isDone: done.includes(id) }))
}

type FirstRun = { steps: Step[]; next: Step | undefined; hide: () => void }

/** What this browser remembers of the start of an account: that a search was made, or that nobody wants the list. */
type Memory = 'searched' | 'hidden'

const listeners = new Set<() => void>()
const keyOf = (accountId: string): string => `prospector.first-run.${accountId}`

function remember(accountId: string, memory: Memory): void {
  try {
    localStorage.setItem(keyOf(accountId), memory)
  } catch {
    // Without storage the list stays until the first reveal.
  }
  for (const listener of listeners) listener()
}

function recall(accountId: string): string | null {
  try {
    return localStorage.getItem(keyOf(accountId))
  } catch {
    return null
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The account that was seen unfinished since the page was loaded: only it is told when it is done. */
let begunBy: string | null = null
/** What it had spent when it was told so: with the next reveal nobody needs to hear it any more. */
let spentAtFirst: number | null = null

/** Where a new account stands between its trial and its first reveal; null for every other account. */
export function useFirstRun(): FirstRun | null {
  const { data: profile } = useQuery(profileQuery)
  const { data: usage } = useUsage()
  const accountId = profile?.account.id ?? ''
  const memory = useSyncExternalStore(subscribe, () => recall(accountId))
  const hasSearched = useRouterState({
    select: ({ location }) =>
      location.pathname === paths.contacts() && Object.keys(location.search).some((key) => key !== 'open'),
  })
  const isTrial = usage?.plan.status === 'trialing'
  const spent = usage?.contact_credits.used ?? 0
  const hasRevealed = spent > 0
  const isNew = isTrial && !hasRevealed
  useEffect(() => {
    if (isNew && hasSearched && recall(accountId) === null) remember(accountId, 'searched')
  }, [isNew, hasSearched, accountId])

  if (!profile || memory === 'hidden') return null
  if (isNew) {
    begunBy = accountId
    spentAtFirst = null
  } else {
    if (!isTrial || begunBy !== accountId) return null
    spentAtFirst ??= spent
    if (spent > spentAtFirst) return null
  }
  const done: StepId[] = ['account', 'plan']
  if (hasRevealed || memory === 'searched') done.push('search')
  if (hasRevealed) done.push('reveal')
  const steps = stepsAfter(done, true)
  return { steps, next: steps.find(({ isDone }) => !isDone), hide: () => remember(accountId, 'hidden') }
}
