import type { RevealedContact } from '../../api/contacts.ts'
import { emailStatusMeanings } from '../../api/email-meanings.ts'

export const fullNameOf = ({ full_name: full, first_name: first, last_name: last }: RevealedContact): string =>
  full ?? ([first, last].filter(Boolean).join(' ') || 'Name unknown')

/** From the best to the worst. */
const emailStatuses = Object.keys(emailStatusMeanings)

type Email = RevealedContact['emails'][number]

/** A status that is not known here comes after those that are. */
const placeOf = ({ status }: Email): number =>
  emailStatuses.includes(status) ? emailStatuses.indexOf(status) : emailStatuses.length

/** The best status first, of several the primary one, and then as the catalogue has them. */
export const bestFirst = (emails: readonly Email[]): Email[] =>
  [...emails].sort((one, other) => placeOf(one) - placeOf(other) || Number(other.is_primary) - Number(one.is_primary))

/** The channels that stand for all of their kind where there is little space. */
export const bestOf = ({ emails, phones }: Pick<RevealedContact, 'emails' | 'phones'>) => ({
  email: bestFirst(emails)[0]?.email,
  phone: (phones.find(({ is_primary: isPrimary }) => isPrimary) ?? phones[0])?.phone,
})
