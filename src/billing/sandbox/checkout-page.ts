import type { Plan } from '../../accounts/plan.ts'
import { type Html, html } from '../../html.ts'
import { cards, inGroups } from './cards.ts'
import { page } from './page.ts'

type CheckoutView = {
  accountName: string
  plan: Plan
  /** Days of the trial that comes first; null: the plan is paid at once. */
  trialDays: number | null
  now: Date
  /** What was wrong with the card, after a failed try. */
  refusal: string | null
  /** Where somebody goes who does not subscribe. */
  leave: string
}

export function checkoutPage({ accountName, plan, trialDays, now, refusal, leave }: CheckoutView): string {
  const firstPayment = new Date(now.getTime() + (trialDays ?? 0) * 86_400_000)
  return page(
    `Subscribe to ${plan.name}`,
    html`
      <header>
        <p class="quiet">${accountName}</p>
        <h1>${trialDays === null ? `Subscribe to ${plan.name}` : `Try ${plan.name} for ${trialDays} days`}</h1>
      </header>
      <div class="columns">
        <section class="card" aria-label="What you get">
          <dl>
            <div><dt>Plan</dt><dd>${plan.name}</dd></div>
            <div><dt>Price</dt><dd>${plan.priceLabel}</dd></div>
            ${
              trialDays !== null &&
              html`<div><dt>In the trial</dt><dd>${amount(plan.trial?.credits ?? 0)} contact credits</dd></div>`
            }
            <div><dt>${trialDays === null ? 'Each month' : 'Afterwards'}</dt><dd>${amount(plan.creditsPerMonth)} contact credits${trialDays !== null && ' a month'}</dd></div>
            <div class="sum">
              <dt>Due today</dt><dd>${trialDays === null ? onePayment(plan.priceLabel) : 'Nothing'}</dd>
            </div>
            ${trialDays !== null && html`<div><dt>First payment</dt><dd>${longDay(firstPayment)}</dd></div>`}
          </dl>
        </section>
        <form class="card" method="post" action="/sandbox/checkout">
          ${cardFields(refusal)}
          <button class="primary">${trialDays === null ? `Pay and subscribe` : 'Start trial'}</button>
        </form>
      </div>
      ${testCards()}
      <p><a href="${leave}">Leave without subscribing</a></p>`,
  )
}

/** `$99 a month` -> `$99`. */
export const onePayment = (priceLabel: string): string => priceLabel.replace(/ a month$/, '')

/** Only the number means something; the rest is there because people expect it. */
export function cardFields(refusal: string | null): Html {
  return html`
    ${refusal !== null && html`<p class="refusal" role="alert" id="refusal">${refusal}</p>`}
    <label>Card number
      <input name="card_number" inputmode="numeric" autocomplete="off" required maxlength="25" placeholder="4242 4242 4242 4242"${
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

/** After a checkout, and for links that lead nowhere. */
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

export const amount = (value: number): string => value.toLocaleString('en-US')
export const longDay = (date: Date): string =>
  date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
