import type { Plan } from '../../accounts/plan.ts'
import { type Html, html } from '../../base/html.ts'
import { count, longDay } from '../../base/words.ts'
import type { Interval } from '../plans/compare-plans.ts'
import { formatMoney, priceLabel } from '../plans/money.ts'
import { cards, inGroups } from './cards.ts'
import { page } from './page.ts'

type CheckoutView = {
  accountName: string
  plan: Plan
  interval: Interval
  /** Days of the trial that comes first; null: the plan is paid at once. */
  trialDays: number | null
  now: Date
  /** The error of the card, after a failed attempt. */
  refusal: string | null
  /** Where somebody goes who does not subscribe. */
  leave: string
}

export function checkoutPage({ accountName, plan, interval, trialDays, now, refusal, leave }: CheckoutView): string {
  const firstPayment = new Date(now.getTime() + (trialDays ?? 0) * 86_400_000)
  const price = plan.prices.find((known) => known.interval === interval)
  const label = price ? priceLabel(price) : plan.priceLabel
  const due = price ? formatMoney(price.amount, price.currency) : plan.priceLabel
  return page(
    `Subscribe to ${plan.name}`,
    html`
      <header>
        <p class="quiet">${accountName}</p>
        <h1>${trialDays === null ? `Subscribe to ${plan.name}` : `Try ${plan.name} for ${trialDays} days`}</h1>
      </header>
      <div class="columns">
        <section class="card" aria-label="Order summary">
          <dl>
            <div><dt>Plan</dt><dd>${plan.name}</dd></div>
            <div><dt>Price</dt><dd>${label}</dd></div>
            ${
              trialDays !== null &&
              html`<div><dt>During the trial</dt><dd>${count(plan.trial?.credits ?? 0)} contact credits</dd></div>`
            }
            <div><dt>${trialDays === null ? 'Each month' : 'After the trial'}</dt><dd>${count(plan.creditsPerMonth)} contact credits${trialDays !== null && ' a month'}</dd></div>
            <div class="sum"><dt>Due today</dt><dd>${trialDays === null ? due : 'Nothing'}</dd></div>
            ${trialDays !== null && html`<div><dt>First payment</dt><dd>${longDay(firstPayment)}</dd></div>`}
          </dl>
        </section>
        <form class="card" method="post" action="/sandbox/checkout">
          ${cardFields(refusal)}
          <button class="primary">${trialDays === null ? `Pay and subscribe` : 'Start trial'}</button>
        </form>
      </div>
      ${testCards()}
      <p><a href="${leave}">Cancel and go back</a></p>`,
  )
}

/** Only the number matters; the other fields are there because people expect them. */
export function cardFields(refusal: string | null, isRequired = true): Html {
  return html`
    ${refusal !== null && html`<p class="refusal" role="alert" id="refusal">${refusal}</p>`}
    <label>Card number
      <input name="card_number" inputmode="numeric" autocomplete="off"${isRequired && html` required`} maxlength="25" placeholder="4242 4242 4242 4242"${
        refusal !== null && html` aria-invalid="true" aria-describedby="refusal"`
      }>
    </label>
    <div class="pair">
      <label>Expires<input name="card_expiry" autocomplete="off" maxlength="7" placeholder="12 / 34"></label>
      <label>Security code<input name="card_code" inputmode="numeric" autocomplete="off" maxlength="4" placeholder="123"></label>
    </div>`
}

export function testCards(): Html {
  return html`
    <section class="hint" aria-label="Test cards">
      <h2>Test cards</h2>
      <ul>${cards.map((card) => html`<li><code>${inGroups(card.number)}</code> ${card.meaning}</li>`)}</ul>
    </section>`
}

/** For links that no longer work. */
export function messagePage(title: string, text: string, billingPage: string): string {
  return page(
    title,
    html`
      <header><h1>${title}</h1></header>
      <section class="card narrow">
        <p>${text}</p>
        <p><a class="primary" href="${billingPage}">Back to Prospector</a></p>
      </section>`,
  )
}
