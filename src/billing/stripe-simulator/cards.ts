/** The numbers that the sandbox takes. They are Stripe's test numbers, so nobody has to learn new ones. */
type Card = { number: string; meaning: string; attaches: boolean; pays: boolean }

export const cards: readonly Card[] = [
  { number: '4242424242424242', meaning: 'pays', attaches: true, pays: true },
  {
    number: '4000000000000341',
    meaning: 'is accepted, but every charge fails',
    attaches: true,
    pays: false,
  },
  { number: '4000000000000002', meaning: 'is declined', attaches: false, pays: false },
]

/** Null for any other number: real cards are never processed here. */
export function findCard(typed: string): Card | null {
  const digits = typed.replaceAll(/[\s-]/g, '')
  return cards.find((card) => card.number === digits) ?? null
}

/** Why the card can't be used, or null when it can. */
export function refusalOf(card: Card | null, isChargedNow: boolean): string | null {
  if (!card) return 'Use one of the test cards below.'
  return card.attaches && (card.pays || !isChargedNow) ? null : 'The card was declined. Try another card.'
}

export const inGroups = (number: string): string => number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
