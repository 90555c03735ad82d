import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server'
import type { Principal } from '../call/principal.ts'
import type { Confirmations, Quote } from './confirmations.ts'
import { confirmation } from './tools.ts'

/** What the client sent along: the agent's confirmation, or what the person said when the client asked. */
export type Consent = {
  confirmations: Confirmations
  /** The client can ask the person itself (elicitation). */
  canAsk: boolean
  /** The code that the round before asked about, and the answers. */
  asked: string | undefined
  answers: Record<string, unknown> | undefined
}

type SpendCall = {
  principal: Principal
  confirmed: unknown
  consent: Consent
  quote: Quote
  /** The quote as the agent sees it. */
  shown: object
  /** Does what was quoted, and nothing that could cost more. */
  proceed(code?: string): Promise<CallToolResult>
}

const question = 'confirm'

/** Spends only what was agreed to: the cost is quoted again at every call, and the confirmation must be that of this quote. */
export async function spendWithConsent(call: SpendCall): Promise<CallToolResult | InputRequiredResult> {
  const { consent, principal, quote } = call
  // Nothing of it costs anything: there is nothing to confirm.
  if (quote.credits.required === 0) return call.proceed()

  const code = consent.confirmations.codeOf(quote, principal)
  if (call.confirmed === code) return call.proceed(code)
  const answer = inputResponse(consent.answers, question)
  if (answer.kind === 'elicit' && consent.asked === code) {
    return answer.action === 'accept' ? call.proceed(code) : declined
  }
  if (consent.canAsk && call.confirmed === undefined) return askPerson(quote, code)
  return refuseWithQuote(call, code)
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

function refuseWithQuote({ quote, shown, confirmed }: SpendCall, code: string): CallToolResult {
  const why = typeof confirmed === 'string' ? 'That confirmation is for other contacts or another cost. ' : ''
  const how =
    `Nothing was spent. ${why}This would spend ${quote.credits.required} of ${quote.credits.spendable_now} credits. Ask the ` +
    `person, then call again with the same contacts and ${confirmation}: "${code}".`
  return {
    isError: true,
    content: [
      { type: 'text', text: how },
      { type: 'text', text: JSON.stringify({ ...shown, [confirmation]: code }) },
    ],
  }
}
