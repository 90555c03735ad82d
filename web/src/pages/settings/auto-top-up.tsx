import { useState } from 'react'
import { call } from '../../api/call.ts'
import { limits } from '../../api/limits.ts'
import type { BillingStatus } from '../../shared/billing/plan-notices.tsx'
import { FormDialog } from '../../shared/form-dialog.tsx'
import { formatCount } from '../../shared/format.ts'
import { useAction } from '../../shared/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { Panel, Section } from '../../ui/page.tsx'
import { Tag } from '../../ui/tag.tsx'

type AutoTopUp = BillingStatus['auto_top_up']
type Packs = BillingStatus['credit_packs']

/** Credits that are bought without asking: when, how many, and how many a month at most. Owners decide, admins see it. */
export function AutoTopUpSection({ status, isOwner }: { status: BillingStatus; isOwner: boolean }) {
  const { auto_top_up: chosen, credit_packs: packs } = status
  const [isEditing, setEditing] = useState(false)
  if (packs.length === 0) return null
  return (
    <Section
      title="Automatic top-up"
      note={isOwner ? 'Buys credits with the card on file before they run out.' : 'Only owners can change this.'}
    >
      <Panel>
        <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-3 text-table">
          <p className="figures min-w-48 flex-1">
            <Tag>{chosen.enabled ? 'On' : 'Off'}</Tag> {describe(chosen, packs)}
          </p>
          {isOwner && (
            <span className="flex gap-2">
              {chosen.enabled && <TurnOff />}
              <Button onClick={() => setEditing(true)}>{chosen.enabled ? 'Change' : 'Set up'}</Button>
            </span>
          )}
        </div>
      </Panel>
      {isEditing && <AutoTopUpDialog chosen={chosen} packs={packs} onClose={() => setEditing(false)} />}
    </Section>
  )
}

function describe({ enabled, pack_id, threshold, ...chosen }: AutoTopUp, packs: Packs): string {
  if (!enabled) return 'Nothing is bought automatically.'
  const pack = packs.find(({ id }) => id === pack_id)
  const what = pack ? `${formatCount(pack.credits)} credits for ${pack.label}` : 'A pack that is no longer sold'
  const bought = `${formatCount(chosen.bought_this_month)} of at most ${formatCount(chosen.monthly_credit_ceiling)} credits bought this month.`
  return `${what} when fewer than ${formatCount(threshold)} are left. ${bought}`
}

const refresh = [['getBillingStatus']]

function TurnOff() {
  const turnOff = useAction(() => call('updateAutoTopUp', { body: { enabled: false } }), {
    refresh,
    done: 'Automatic top-up is off.',
  })
  return (
    <Button isBusy={turnOff.isPending} onClick={() => turnOff.mutate(undefined)}>
      Turn off
    </Button>
  )
}

function AutoTopUpDialog({ chosen, packs, onClose }: { chosen: AutoTopUp; packs: Packs; onClose: () => void }) {
  const [packId, setPackId] = useState(chosen.pack_id ?? packs[0]!.id)
  const pack = packs.find(({ id }) => id === packId) ?? packs[0]!
  const [threshold, setThreshold] = useState(String(chosen.threshold || 100))
  const [ceiling, setCeiling] = useState(String(chosen.monthly_credit_ceiling || pack.credits * 4))
  const save = useAction(
    (body: { pack_id: string; threshold: number; monthly_credit_ceiling: number }) =>
      call('updateAutoTopUp', { body: { enabled: true, ...body } }),
    { refresh, done: 'Automatic top-up is on.', showsRefusal: true },
  )
  const errors = { threshold: faultOf(threshold, 1), ceiling: faultOf(ceiling, pack.credits) }
  const submit = () => {
    if (errors.threshold || errors.ceiling) return
    const body = { pack_id: pack.id, threshold: Number(threshold), monthly_credit_ceiling: Number(ceiling) }
    save.mutate(body, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title="Automatic top-up"
      action="Turn on"
      isBusy={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField label="Credits to buy" value={pack.id} onChange={(event) => setPackId(event.target.value)}>
        {packs.map(({ id, credits, label }) => (
          <option key={id} value={id}>
            {formatCount(credits)} credits for {label}
          </option>
        ))}
      </SelectField>
      <Field
        label="Buy when credits fall below"
        inputMode="numeric"
        error={errors.threshold}
        value={threshold}
        onChange={(event) => setThreshold(event.target.value)}
      />
      <Field
        label="Monthly maximum (credits)"
        inputMode="numeric"
        hint="Nothing more is bought in that calendar month (UTC)."
        error={errors.ceiling}
        value={ceiling}
        onChange={(event) => setCeiling(event.target.value)}
      />
      <p className="figures text-table text-ink-soft">
        Each purchase charges {pack.label} to the card on file, and you get a receipt.
      </p>
    </FormDialog>
  )
}

function faultOf(text: string, least: number): string | undefined {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= least && value <= limits.topUpCreditsMax) return undefined
  return `Enter a whole number from ${formatCount(least)} to ${formatCount(limits.topUpCreditsMax)}.`
}
