/** Requests of people about their data: the operator carries them out or refuses them, and the person gets a mail. */
import { rm } from 'node:fs/promises'
import { Refusal } from '../base/refusal.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { readTarget } from '../catalog/covered-people.ts'
import type { ErasureTarget } from '../catalog/erasure.ts'
import { type OptOuts, repeatOptOuts as repeatInCatalogue } from '../catalog/opt-outs.ts'
import type { Db } from '../db/database.ts'
import { completeRequest, refuseRequest } from '../privacy/carry-out.ts'
import { erasePeople, forgetElsewhere } from '../privacy/erasing/erase-people.ts'
import { findRequest } from '../privacy/requests.ts'
import { snapshotPathIn } from '../search/indexing/keep-snapshot.ts'
import type { ActParts } from './account-acts.ts'
import { actOnce, type OperatorCaller, record } from './caller.ts'

type Parts = Pick<ActParts, 'database' | 'clock'> & { channelKeys: ChannelKeys; dataDir: string | null }

/** Not undone by anything: an erased person is gone. `contact_ids`: of several people behind one mailbox, those who asked. */
export async function completePrivacyRequest(
  parts: Parts,
  by: OperatorCaller,
  number: string,
  { contact_ids: contactIds }: { contact_ids?: readonly string[] | undefined },
) {
  const { database, clock, channelKeys: keys, dataDir } = parts
  const isDone = await completeRequest(database, { clock, keys }, number, {
    actor: by.actor.name,
    contactIds,
    record: recordAnswer(by, number, 'done'),
  })
  if (!isDone) throw await notOpen(parts, number)
  await removeSnapshot(dataDir)
  return { number, state: 'done' as const }
}

/** For somebody who did not ask in the privacy centre. What is kept of the act is keyed: no plain hash of an address. */
export async function erasePerson(parts: Parts, by: OperatorCaller, target: ErasureTarget, reason?: string) {
  const { channelKeys: keys, dataDir } = parts
  const { kind, bytes } = readTarget(target, keys)
  const erased = await actOnce(parts, by, ['erase', kind, bytes.toString('hex'), reason], async (tx) => {
    const contacts = (await erasePeople(tx, keys, [target])).length
    await record(tx, by, null, 'contact.erased', { details: { contacts, reason } })
    return { contacts }
  })
  await removeSnapshot(dataDir)
  return erased
}

/** For a restored copy: whoever opted out of another state of it is hidden or erased here, now and in later imports. */
export async function repeatOptOuts(parts: Parts, by: OperatorCaller, optOuts: OptOuts) {
  const { database, channelKeys: keys, dataDir } = parts
  const known = optOuts.matchingKeyId
  if (known !== null && known !== keys.matchingKeyId) {
    throw new Refusal(
      `These opt-outs are hashed with another key (${known}) than the one that CHANNEL_KEY ends with (${keys.matchingKeyId}): nobody ` +
        'would be recognised by them. Set CHANNEL_KEY as it was in the database that they come from.',
    )
  }
  const done = await database.transaction(async (tx) => {
    const { marks, suppressed, erased } = await repeatInCatalogue(tx, keys, optOuts.parts)
    await forgetElsewhere(tx, erased)
    const reason = 'repeated in a restored copy'
    await record(tx, by, null, 'contact.suppressed', { details: { contacts: suppressed.length, reason } })
    await record(tx, by, null, 'contact.erased', { details: { contacts: erased.length, reason } })
    return { opt_outs: marks, suppressed: suppressed.length, erased: erased.length }
  })
  await removeSnapshot(dataDir)
  return done
}

/** The index's file holds first names and titles. Nodes that run write a new one; nodes that don't would keep it until their start. */
async function removeSnapshot(dataDir: string | null): Promise<void> {
  if (dataDir !== null) await rm(snapshotPathIn(dataDir), { force: true })
}

/** The person reads the reason. */
export async function refusePrivacyRequest(
  parts: Parts,
  by: OperatorCaller,
  number: string,
  { reason }: { reason: string },
) {
  const { database, clock, channelKeys: keys } = parts
  const isDone = await refuseRequest(database, { clock, keys }, number, {
    reason,
    actor: by.actor.name,
    record: recordAnswer(by, number, 'refused'),
  })
  if (!isDone) throw await notOpen(parts, number)
  return { number, state: 'refused' as const }
}

const recordAnswer = (by: OperatorCaller, number: string, answer: 'done' | 'refused') => (tx: Db) =>
  record(tx, by, null, 'privacy.answered', { details: { request: number, answer } })

export const noRequest = (number: string): Refusal =>
  new Refusal(`There is no request ${number}. "prospector privacy list --all" lists them.`)

async function notOpen({ database }: Parts, number: string): Promise<Refusal> {
  const request = await findRequest(database, number)
  if (!request) return noRequest(number)
  const reason = request.state === 'unconfirmed' ? 'The person has not confirmed it yet.' : `It is ${request.state}.`
  return new Refusal(`${number} does not wait for an answer. ${reason}`)
}
