import { jobsQuery, profileQuery, queryClient, usageQuery } from './queries.ts'

/** What a reveal or a quote says of the credits. A quote spends nothing. */
type Credits = { spent?: number; remaining: number; spendable_now: number }

/** Tabs of one account tell each other: the new figures with each reveal, and to ask again when more has changed. */
type Message = { accountId: string; credits: Credits | null }

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('prospector.balance')

const accountId = (): string | undefined => queryClient.getQueryData(profileQuery.queryKey)?.account.id

/** A reveal and a quote answer with what is left, so nobody need ask. */
export function setCredits(credits: Credits): void {
  show(credits)
  post(credits)
}

/** Something was spent or bought, or a job began or ended: every tab asks for all figures again. */
export function announceBalance(): void {
  askAgain()
  post(null)
}

function askAgain(): void {
  void queryClient.invalidateQueries({ queryKey: usageQuery.queryKey })
  void queryClient.invalidateQueries({ queryKey: jobsQuery.queryKey })
}

function post(credits: Credits | null): void {
  const id = accountId()
  if (id) channel?.postMessage({ accountId: id, credits } satisfies Message)
}

/** Hears of other tabs for as long as the application is open. */
export function followBalance(): () => void {
  const onMessage = ({ data }: MessageEvent<Message>) => {
    if (data.accountId !== accountId()) return
    if (data.credits) show(data.credits)
    else askAgain()
  }
  channel?.addEventListener('message', onMessage)
  return () => channel?.removeEventListener('message', onMessage)
}

function show({ spent = 0, remaining, spendable_now }: Credits): void {
  queryClient.setQueryData(usageQuery.queryKey, (usage) => {
    if (!usage) return usage
    const { contact_credits: before } = usage
    return { ...usage, contact_credits: { ...before, used: before.used + spent, remaining, spendable_now } }
  })
}
