import type { RevealedContact } from '../../api/contacts.ts'
import { emailStatusMeanings } from '../../api/email-meanings.ts'

export const fullNameOf = ({ full_name: full, first_name: first, last_name: last }: RevealedContact): string =>
  full ?? ([first, last].filter(Boolean).join(' ') || 'Name unknown')

const primaryOf = <Channel extends { is_primary: boolean }>(channels: readonly Channel[]): Channel | undefined =>
  channels.find(({ is_primary: isPrimary }) => isPrimary) ?? channels[0]

/** From the best to the worst. */
const emailStatuses = Object.keys(emailStatusMeanings)

/** The channels that stand for all of their kind where there is little space: of emails one of the best status, the primary one if it is. */
export const bestOf = ({ emails, phones }: Pick<RevealedContact, 'emails' | 'phones'>) => ({
  email: (
    emailStatuses
      .map((best) => primaryOf(emails.filter(({ status }) => status === best)))
      .find((email) => email !== undefined) ?? primaryOf(emails)
  )?.email,
  phone: primaryOf(phones)?.phone,
})
