/** The statuses with which an email may leave the service. Any other, known or not, may never. */
export const exportableEmailStatuses = ['verified', 'matched', 'found', 'reported'] as const

export const emailTypes = ['work', 'personal', 'generic', 'other'] as const
export type EmailType = (typeof emailTypes)[number]

/** Status and type of an email that may leave, as one word: `verified work`. */
export const emailKindOf = (status: string, type: string): string => `${status} ${type}`

export const emailKinds: readonly string[] = exportableEmailStatuses.flatMap((status) =>
  emailTypes.map((type) => emailKindOf(status, type)),
)
