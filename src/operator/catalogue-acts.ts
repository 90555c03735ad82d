/** What operators decide about the catalogue: removals that were held back, and who is hidden. */
import { Refusal } from '../base/refusal.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { readTarget, type SuppressionTarget } from '../catalog/covered-people.ts'
import { discardChanges, releaseChanges } from '../catalog/held-changes.ts'
import { type SuppressionResult, suppress, unsuppress } from '../catalog/suppressions.ts'
import type { Db } from '../db/database.ts'
import type { ActParts } from './account-acts.ts'
import { actOnce, type OperatorCaller, record } from './caller.ts'

type Parts = Pick<ActParts, 'database' | 'clock'>

type ChangeFilter = { type?: string | undefined; value?: string | undefined; reason?: string | undefined }

/** `release`: the stores did lose them. `discard`: the crawl was wrong. */
export const decideChanges = (
  parts: Parts,
  by: OperatorCaller,
  importRun: number,
  decision: 'release' | 'discard',
  { type, value, reason }: ChangeFilter,
) =>
  actOnce(parts, by, ['changes', importRun, decision, type, value, reason], async (tx) => {
    const decide = decision === 'release' ? releaseChanges : discardChanges
    const changes = await decide(tx, { importRun, type, value })
    if (changes === 0) throw new Refusal(`Import ${importRun} holds no such changes back.`)
    const action = decision === 'release' ? 'changes.released' : 'changes.discarded'
    await record(tx, by, null, action, { details: { import: importRun, changes, type, value, reason } })
    return { import: importRun, changes }
  })

type Hiding = Parts & { channelKeys: ChannelKeys }

export const hidePeople = (parts: Hiding, by: OperatorCaller, target: SuppressionTarget, reason?: string) =>
  actOnTarget(parts, by, ['suppress', target, reason], async (tx) => {
    const done = await suppress(tx, parts.channelKeys, target)
    const details = { kind: done.kind, contacts: done.contacts, reason }
    await record(tx, by, null, 'contact.suppressed', { details })
    return done
  })

export const showPeople = (parts: Hiding, by: OperatorCaller, target: SuppressionTarget, reason?: string) =>
  actOnTarget(parts, by, ['unsuppress', target, reason], async (tx) => {
    const done = await unsuppress(tx, parts.channelKeys, target)
    if (!done.changed) {
      throw new Refusal(`${done.shown} is not suppressed. "prospector suppress list" shows who is.`)
    }
    const details = { kind: done.kind, contacts: done.contactsChanged, reason }
    await record(tx, by, null, 'contact.unsuppressed', { details })
    return done
  })

/**
 * What is kept of the act is keyed: no plain hash of an address, and not the address itself. It is shown masked, as it is listed later:
 * the database keeps only its hash.
 */
async function actOnTarget(
  parts: Hiding,
  by: OperatorCaller,
  [act, target, reason]: [act: string, target: SuppressionTarget, reason: string | undefined],
  change: (tx: Db) => Promise<SuppressionResult>,
) {
  const { kind, bytes, shown } = readTarget(target, parts.channelKeys)
  const done = await actOnce(parts, by, [act, kind, bytes.toString('hex'), reason], async (tx) => {
    const { changed, contacts, contactsChanged } = await change(tx)
    return { changed, contacts, contacts_changed: contactsChanged }
  })
  return { kind, target: shown, ...done }
}
