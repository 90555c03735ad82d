import { call } from '../../api/call.ts'
import type { BillingStatus } from '../../shared/billing/plan-notices.tsx'
import { formatCount } from '../../shared/format.ts'
import { addCreditsId } from '../../shared/paths.ts'
import { showIfAsked } from '../../shared/show-if-asked.ts'
import { useAction } from '../../shared/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/page.tsx'

/** Whoever came to add credits sees them first. */
const showPacks = showIfAsked(addCreditsId)

/** More credits without another plan: bought once, kept for as long as each says. */
export function CreditPacks({ packs }: { packs: BillingStatus['credit_packs'] }) {
  const buy = useAction((pack: string) => call('createTopUpLink', { body: { pack } }))
  if (packs.length === 0) return null
  return (
    <div id={addCreditsId} ref={showPacks}>
      <Section title="Add credits" note="Bought once, and used after the credits of your plan.">
        <ul className="grid gap-3 sm:grid-cols-3">
          {packs.map(({ id, credits, label, valid_months: months }) => (
            <li key={id} className="flex flex-col gap-1 rounded-panel border bg-surface p-4">
              <p className="figures text-gold-ink">
                <span className="text-title font-semibold">{formatCount(credits)}</span> credits
              </p>
              <p className="figures mb-3 flex-1 text-table text-ink-soft">
                {label}, valid for {months} months
              </p>
              <Button
                look="gold"
                isBusy={buy.isPending && buy.variables === id}
                onClick={() => buy.mutate(id, { onSuccess: ({ url }) => window.location.assign(url) })}
              >
                Buy {formatCount(credits)} credits
              </Button>
            </li>
          ))}
        </ul>
      </Section>
    </div>
  )
}
