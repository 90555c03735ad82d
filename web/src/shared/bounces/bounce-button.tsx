import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { useAction } from '../use-action.ts'
import { type BounceVerdict, bounceRules, changedByBounces, reportBounces, verdictNames } from './bounces.ts'

/** At an address that was paid for: one click reports it, and the verdict takes the button's place. */
export function BounceButton({ email, onVerdict }: { email: string; onVerdict: (verdict: BounceVerdict) => void }) {
  const { data: profile } = useQuery(profileQuery)
  const report = useAction(() => reportBounces([{ email }]), { refresh: changedByBounces })
  const verdict = report.data?.outcomes[0]?.verdict
  if (!profile?.api_access.enabled) return null
  return (
    <span className="block" role="status">
      {verdict ? (
        <span className={`text-small ${verdict === 'returned' ? 'text-success' : 'text-ink-soft'}`}>
          {verdictNames[verdict]}
        </span>
      ) : (
        <Button
          size="small"
          look="quiet"
          className="-ml-2"
          title={bounceRules}
          aria-label={`${email} bounced? Get the credit back`}
          isBusy={report.isPending}
          onClick={() =>
            report.mutate(undefined, { onSuccess: ({ outcomes: [outcome] }) => outcome && onVerdict(outcome.verdict) })
          }
        >
          Bounced? Get the credit back
        </Button>
      )}
    </span>
  )
}
