import type { Plan } from '../../accounts/plan.ts'
import { type Html, html } from '../../base/html.ts'
import { count, longDay } from '../../base/words.ts'
import type { Interval } from '../plans/compare-plans.ts'
import { formatMoney, priceLabel } from '../plans/money.ts'
import { cardFields, testCards } from './checkout-page.ts'
import { page } from './page.ts'

export type PortalSubscription = {
  interval: Interval
  isTrialing: boolean
  periodEnd: Date
  cancelAtPeriodEnd: boolean
  hasOpenInvoice: boolean
  endedAt: Date | null
  cardLast4: string
}

type PortalView = {
  accountName: string
  plan: Plan
  subscription: PortalSubscription
  refusal: string | null
  billingPage: string
}

export function portalPage(view: PortalView): string {
  const { accountName, plan, subscription, billingPage } = view
  return page(
    'Billing',
    html`
      <header>
        <p class="quiet">${accountName}</p>
        <h1>Billing</h1>
      </header>
      ${statement(view)}
      <div class="columns">
        <section class="card" aria-label="Subscription">
          <h2>${plan.name}</h2>
          <dl>
            <div><dt>Price</dt><dd>${labelOf(view)}</dd></div>
            <div><dt>Credits</dt><dd>${count(plan.creditsPerMonth)} a month</dd></div>
            <div><dt>${nextLabel(view)}</dt><dd>${longDay(subscription.periodEnd)}</dd></div>
          </dl>
          ${subscriptionActions(view)}
        </section>
        ${cardSection(view)}
      </div>
      ${simulations(view)}
      ${subscription.endedAt === null && testCards()}
      <p><a href="${billingPage}">Back to Prospector</a></p>`,
  )
}

function cardSection({ subscription, refusal }: PortalView): Html | null {
  if (subscription.endedAt) return null
  return html`
    <section class="card" aria-label="Payment method">
      <h2>Card</h2>
      <p class="number">•••• ${subscription.cardLast4}</p>
      <form method="post" action="/sandbox/portal/card">
        ${cardFields(refusal)}
        <button>Save card</button>
      </form>
    </section>`
}

const priceOf = ({ plan, subscription }: Pick<PortalView, 'plan' | 'subscription'>) =>
  plan.prices.find(({ interval }) => interval === subscription.interval)

function labelOf(view: PortalView): string {
  const price = priceOf(view)
  return price ? priceLabel(price) : view.plan.priceLabel
}

function dueOf(view: Pick<PortalView, 'plan' | 'subscription'>): string {
  const price = priceOf(view)
  return price ? formatMoney(price.amount, price.currency) : view.plan.priceLabel
}

/** The one sentence that matters now. */
function statement({ subscription, plan }: PortalView): Html {
  if (subscription.endedAt) {
    return html`<p class="notice">This subscription ended on ${longDay(subscription.endedAt)}. Choose a plan in Prospector to subscribe again.</p>`
  }
  if (subscription.hasOpenInvoice) {
    return html`
      <div class="notice failed">
        <p><strong>The last payment failed.</strong> Change the card if needed, then pay.</p>
        ${button('pay', `Pay ${dueOf({ plan, subscription })} now`, 'primary')}
      </div>`
  }
  if (subscription.cancelAtPeriodEnd) {
    return html`<p class="notice">Cancelled. You have access until ${longDay(subscription.periodEnd)}.</p>`
  }
  if (subscription.isTrialing) {
    return html`<p class="notice">The trial runs until ${longDay(subscription.periodEnd)}. If you end it now, the card is charged and you get ${count(plan.creditsPerMonth)} contact credits right away.</p>`
  }
  return html`<p class="notice paid">All payments are up to date.</p>`
}

function nextLabel({ subscription }: PortalView): string {
  if (subscription.cancelAtPeriodEnd) return 'Ends'
  return subscription.isTrialing ? 'First payment' : 'Next payment'
}

function subscriptionActions({ subscription }: PortalView): Html | null {
  if (subscription.endedAt) return null
  return html`
    <div class="actions">
      ${subscription.isTrialing && button('end-trial', 'End trial now', 'primary')}
      ${
        subscription.cancelAtPeriodEnd
          ? button('resume', 'Keep subscription', 'primary')
          : html`<form method="get" action="/sandbox/portal/cancel"><button class="danger">Cancel subscription</button></form>`
      }
    </div>`
}

/** Asked before a subscription is cancelled, as the provider's own portal does. */
export function cancelPage({ accountName, plan, subscription }: Omit<PortalView, 'refusal' | 'billingPage'>): string {
  const end = longDay(subscription.periodEnd)
  return page(
    'Cancel subscription',
    html`
      <header>
        <p class="quiet">${accountName}</p>
        <h1>Cancel the subscription?</h1>
      </header>
      <section class="card" aria-label="What happens">
        <p>${
          subscription.isTrialing
            ? html`The trial of ${plan.name} goes on until ${end}, and the card is not charged.`
            : html`${plan.name} stays active until ${end}, and the card is not charged again.`
        } After that, you can no longer search or reveal. Contacts that you have revealed stay readable. Credits that you bought stay until their date, and can be spent once you have a plan again.</p>
        <div class="actions">
          <a class="primary" href="/sandbox/portal">Keep subscription</a>
          ${button('cancel', 'Cancel subscription', 'danger')}
        </div>
      </section>`,
  )
}

/** Events that would take weeks to happen on their own. */
function simulations({ subscription }: PortalView): Html | null {
  if (subscription.endedAt) return null
  const due = subscription.isTrialing ? 'End of the trial' : 'Next payment'
  return html`
    <section class="hint" aria-label="Simulations">
      <h2>Simulate</h2>
      <p>The card on file decides whether a payment succeeds.</p>
      <div class="actions">
        ${button('simulate-payment', due)}
        ${button('simulate-refund', 'Refund of the last payment')}
        ${button('simulate-end', 'End of the subscription')}
      </div>
    </section>`
}

const button = (action: string, label: string, look = ''): Html =>
  html`<form method="post" action="/sandbox/portal/${action}"><button class="${look}">${label}</button></form>`
