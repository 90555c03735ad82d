/** The statuses with which an email may leave the service, and what each says. Any other, known or not, may never. */
export const emailStatusMeanings = {
  verified: 'a mail server confirmed that the mailbox exists',
  matched: 'found in a source that names this very person with this address',
  found: 'found in public together with the store, not confirmed',
  reported: 'a customer reported that it bounced',
} as const
export type ExportableEmailStatus = keyof typeof emailStatusMeanings
export const exportableEmailStatuses = Object.keys(emailStatusMeanings) as ExportableEmailStatus[]

export const emailTypeMeanings = {
  work: 'at the company',
  personal: 'private',
  generic: 'shared, such as info@',
  other: 'unknown',
} as const
export type EmailType = keyof typeof emailTypeMeanings
export const emailTypes = Object.keys(emailTypeMeanings) as EmailType[]

/** Status and type of an email that may leave, as one word: `verified work`. */
export const emailKindOf = (status: string, type: string): string => `${status} ${type}`

export const emailKinds: readonly string[] = exportableEmailStatuses.flatMap((status) =>
  emailTypes.map((type) => emailKindOf(status, type)),
)
