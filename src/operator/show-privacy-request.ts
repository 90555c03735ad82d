import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { findHeldPeople, isShared } from '../catalog/find-held-people.ts'
import type { Db } from '../db/database.ts'
import { findRecipients } from '../privacy/erasure-confirmations.ts'
import { askOf, findRequest, stepsOf } from '../privacy/requests.ts'
import { noRequest } from './privacy-acts.ts'

/** A request, its steps, and the accounts that deleted their copies. */
export async function showPrivacyRequest(db: Db, channelKeys: ChannelKeys, number: string) {
  const request = await findRequest(db, number)
  if (!request) throw noRequest(number)
  const people = request.endedAt ? [] : await findHeldPeople(db, channelKeys, request.emailHash)
  const concerned = request.endedAt ? request.contactIds : people.map(({ contactId }) => contactId)
  return {
    request,
    /** Who would be concerned; nobody any more once the request is answered. */
    people,
    isShared: isShared(people),
    ask: askOf(channelKeys, request),
    concerned,
    steps: await stepsOf(db, number),
    recipients: await findRecipients(db, concerned),
  }
}

export type RequestView = Awaited<ReturnType<typeof showPrivacyRequest>>
