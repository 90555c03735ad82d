import { createHmac, hkdfSync } from 'node:crypto'
import type { Principal } from '../call/principal.ts'

/** What a call would cost, and everything that a person agrees to with it. */
export type Quote = {
  credits: { required: number; remaining: number; spendable_now: number }
  agreedTo: string[]
}

export type Confirmations = {
  /** What a person agrees to: the code of this very quote, for this caller. Any other contacts, outcome or cost has another. */
  codeOf(quote: Quote, principal: Principal): string
}

/** Nothing is kept: the code is made from the quote again when it comes back, on whichever node. */
export function createConfirmations(authSecret: Buffer): Confirmations {
  const key = Buffer.from(hkdfSync('sha256', authSecret, '', 'prospector confirmations', 32))
  return {
    codeOf({ credits, agreedTo }, { account, actor }) {
      const quoted = [account.id, actor.type, actor.id, credits.required, ...agreedTo].join('\n')
      // Short: an agent has to copy it.
      const tag = createHmac('sha256', key).update(quoted).digest('hex').slice(0, 12)
      return `${credits.required}-credits-${tag}`
    },
  }
}
