import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server'
import { problems } from '../base/problems.ts'
import type { Principal } from '../call/principal.ts'
import type { Confirmations, Quote } from './confirmations.ts'
import { confirmation } from './tools.ts'

/** What the client sent along: the agent's confirmation, or what the person said when the client asked. */
export type Consent = {
  confirmations: Confirmations
  /** The client can ask the person itself (elicitation). */
  canAsk: boolean
  /** Of the round before: the code that was asked about, and the answers. */
  asked: string | undefined
  answers: Record<string, unknown> | undefined
}

type SpendCall = {
  principal: Principal
  confirmed: unknown
  consent: Consent
  quote(): Promise<Quote>
  /** Reveals these alone; the others are reported as unavailable. */
  reveal(contactIds: string[], unavailable: string[]): Promise<CallToolResult>
}

const question = 'confirm'

/**
 * Spends only what was agreed to. The cost is quoted anew at every call; the confirmation must be that of this quote, and only
 * contacts that the quote had something for are revealed, so that nothing can cost more in between.
 */
export async function spendWithConsent(call: SpendCall): Promise<CallToolResult | InputRequiredResult> {
  const { consent, principal } = call
  const quote = await call.quote()
  const idsWhere = (isAvailable: boolean) =>
    quote.data.filter(({ outcome }) => (outcome !== 'unavailable') === isAvailable).map(({ id }) => id)
  const available = idsWhere(true)
  const reveal = () => call.reveal(available, idsWhere(false))
  if (available.length === 0) throw problems.noRevealableContacts()
  // Nothing of it costs anything: there is nothing to confirm.
  if (quote.credits.required === 0) return reveal()

  const code = consent.confirmations.codeOf(quote, principal)
  if (call.confirmed === code) return reveal()
  const answer = inputResponse(consent.answers, question)
  if (answer.kind === 'elicit' && consent.asked === code) {
    return answer.action === 'accept' ? reveal() : declined
  }
  if (consent.canAsk && call.confirmed === undefined) return askPerson(quote, code)
  return refuseWithQuote(quote, code, typeof call.confirmed === 'string')
}

const declined: CallToolResult = {
  isError: true,
  content: [{ type: 'text', text: 'The person declined. Nothing was revealed and nothing was spent.' }],
}

const askPerson = ({ credits }: Quote, code: string): InputRequiredResult =>
  inputRequired({
    requestState: code,
    inputRequests: {
      [question]: inputRequired.elicit({
        message:
          `Reveal ${credits.required} contact${credits.required === 1 ? '' : 's'} for ${credits.required} ` +
          `credit${credits.required === 1 ? '' : 's'}? You can spend ${credits.spendable_now} now.`,
        requestedSchema: { type: 'object', properties: {} },
      }),
    },
  })

function refuseWithQuote(quote: Quote, code: string, isOther: boolean): CallToolResult {
  const why = isOther ? 'That confirmation is for other contacts or another cost. ' : ''
  const how =
    `Nothing was spent. ${why}This would spend ${quote.credits.required} of ${quote.credits.spendable_now} credits. Ask the ` +
    `person, then call again with the same contacts and ${confirmation}: "${code}".`
  return {
    isError: true,
    content: [
      { type: 'text', text: how },
      { type: 'text', text: JSON.stringify({ ...quote, [confirmation]: code }) },
    ],
  }
}
