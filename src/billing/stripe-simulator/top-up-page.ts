import { html } from '../../base/html.ts'
import { count } from '../../base/words.ts'
import { formatMoney } from '../plans/money.ts'
import type { Pack } from '../plans/packs.ts'
import { cardFields, testCards } from './checkout-page.ts'
import { page } from './page.ts'

type TopUpView = {
  accountName: string
  pack: Pack
  /** The last digits of the card on file, if there is one. */
  cardLast4: string | null
  refusal: string | null
  leave: string
}

export function topUpPage({ accountName, pack, cardLast4, refusal, leave }: TopUpView): string {
  return page(
    'Buy credits',
    html`
      <header>
        <p class="quiet">${accountName}</p>
        <h1>Buy ${count(pack.credits)} contact credits</h1>
      </header>
      <div class="columns">
        <section class="card" aria-label="Order summary">
          <dl>
            <div><dt>Credits</dt><dd>${count(pack.credits)}</dd></div>
            <div><dt>Valid for</dt><dd>${pack.validMonths} months</dd></div>
            <div class="sum"><dt>Due today</dt><dd>${formatMoney(pack.amount, pack.currency)}</dd></div>
          </dl>
        </section>
        <form class="card" method="post" action="/sandbox/top-up">
          ${
            cardLast4 !== null &&
            html`<p>Leave the card number empty to pay with the card on file (•••• ${cardLast4}).</p>`
          }
          ${cardFields(refusal, cardLast4 === null)}
          <button class="primary">Pay ${formatMoney(pack.amount, pack.currency)}</button>
        </form>
      </div>
      ${testCards()}
      <p><a href="${leave}">Cancel and go back</a></p>`,
  )
}
