/** What can become of a reported bounce. */
export const verdicts = [
  'returned',
  'already_returned',
  'not_revealed',
  'too_old',
  'soft',
  'other_email_delivered',
  'limit',
] as const
export type Verdict = (typeof verdicts)[number]
