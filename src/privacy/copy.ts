import { accountNames } from '../accounts/accounts.ts'
import type { PrivacySettings } from '../base/privacy-settings.ts'
import type { ChannelKeys } from '../catalog/channel-keys.ts'
import { normaliseEmail } from '../catalog/channel-values.ts'
import { findHeldPeople, type HeldPerson, isShared } from '../catalog/find-held-people.ts'
import { findRevealingAccounts } from '../credits/revealing-accounts.ts'
import type { Db } from '../db/database.ts'
import type { PrivacyRequest } from './requests.ts'

/** What a person gets to read about themselves; the file has the same. */
export type Copy = {
  /** Several people share the mailbox: nothing but the address and where it comes from is shown of any. */
  shared: boolean
  people: CopiedPerson[]
  recipients: { count: number; names: string[] | null }
}

type Facts = { sources: HeldPerson['sources']; since: string | null; updated: string | null; hidden: boolean }
type Email = { address: string; status: string; type: string; verified_at: string | null }
type CopiedPerson = Facts & {
  emails: Email[]
  name?: string | null
  title?: string | null
  role?: string | null
  seniority?: string
  phones?: { number: string; type: string; verified_at: string | null }[]
  linkedin_url?: string | null
  works_at?: { domain: string; name: string }
}

export async function readCopy(
  db: Db,
  keys: ChannelKeys,
  { emailHash }: PrivacyRequest,
  { recipients }: PrivacySettings,
): Promise<Copy> {
  const people = await findHeldPeople(db, keys, emailHash)
  const shared = isShared(people)
  const reveals = await findRevealingAccounts(
    db,
    people.map(({ contactId }) => contactId),
  )
  const accountIds = [...new Set(reveals.map(({ accountId }) => accountId))]
  const isOwn = ({ email }: { email: string }) => keys.hash('email', normaliseEmail(email) ?? email).equals(emailHash)
  return {
    shared,
    people: people.map((person) => (shared ? withoutPerson(person, isOwn) : whole(person))),
    recipients: {
      count: accountIds.length,
      names: recipients === 'name' ? [...(await accountNames(db, accountIds)).values()].sort() : null,
    },
  }
}

const factsOf = ({ sources, collectedAt, addedAt, updatedAt, suppressed }: HeldPerson): Facts => ({
  sources,
  since: (collectedAt ?? addedAt)?.toISOString() ?? null,
  updated: updatedAt?.toISOString() ?? null,
  hidden: suppressed,
})

const toEmail = ({ email, status, type, verified_at }: HeldPerson['emails'][number]): Email => ({
  address: email,
  status,
  type,
  verified_at: verified_at ?? null,
})

const withoutPerson = (person: HeldPerson, isOwn: (email: { email: string }) => boolean): CopiedPerson => ({
  emails: person.emails.filter(isOwn).map(toEmail),
  ...factsOf(person),
})

const whole = (person: HeldPerson): CopiedPerson => ({
  name: person.fullName,
  title: person.title,
  role: person.role,
  seniority: person.seniority,
  emails: person.emails.map(toEmail),
  phones: person.phones.map(({ phone, type, verified_at }) => ({
    number: phone,
    type,
    verified_at: verified_at ?? null,
  })),
  linkedin_url: person.linkedinUrl,
  works_at: person.store,
  ...factsOf(person),
})
