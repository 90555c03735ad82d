import { createHmac, hkdfSync } from 'node:crypto'
import type { Principal } from '../call/principal.ts'

export type Quote = {
  credits: { required: number; remaining: number; spendable_now: number }
  data: { id: string; outcome: string }[]
}

export type Confirmations = {
  /** What a person agrees to: the code of this very quote, for this caller. Any other contacts, outcome or cost has another. */
  codeOf(quote: Quote, principal: Principal): string
}

/** Nothing is kept: the code is made from the quote again when it comes back, on whichever node. */
export function createConfirmations(authSecret: Buffer): Confirmations {
  const key = Buffer.from(hkdfSync('sha256', authSecret, '', 'prospector confirmations', 32))
  return {
    codeOf({ credits, data }, { account, actor }) {
      const outcomes = data.map(({ id, outcome }) => `${id} ${outcome}`).sort()
      const quoted = [account.id, actor.type, actor.id, credits.required, ...outcomes].join('\n')
      // Short: an agent has to copy it.
      const tag = createHmac('sha256', key).update(quoted).digest('hex').slice(0, 12)
      return `${credits.required}-credits-${tag}`
    },
  }
}
