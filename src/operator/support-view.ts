/** See what they see: the pages of an account as one of its members sees them. Who they are for the API, and that they only read, is admission's. */
import { type Static, Type } from 'typebox'
import { html } from '../base/html.ts'
import { Problem } from '../base/problems.ts'
import { Refusal } from '../base/refusal.ts'
import { endSupportViews, findSupportView, supportCookieAt, supportViewMinutes } from '../sign-in/support-views.ts'
import { type Console, type ConsolePage, consolePath } from './console.ts'
import { readBody } from './form-operations.ts'
import { idLengthMax, type OperatorNeeds, reason } from './operation.ts'
import { alert, form, mono, time } from './page-parts.ts'
import { openView } from './view-acts.ts'

type Needs = Pick<OperatorNeeds, 'database' | 'clock'> & { publicUrl: string }

const asked = Type.Object(
  { user_id: Type.Optional(Type.String({ maxLength: idLengthMax })), reason },
  { additionalProperties: false },
)

const viewPath = `${consolePath}/view`

export function serveSupportView(site: Console, needs: Needs): void {
  const { database, clock, publicUrl } = needs

  site.act(`${consolePath}/accounts/:account_id/view`, async (visitor, given, request) => {
    const { account_id: accountId } = request.params as { account_id: string }
    try {
      const body = readBody(asked, given, request) as Static<typeof asked>
      const view = {
        accountId,
        userId: body.user_id ?? null,
        reason: body.reason,
        operatorSessionId: visitor.session.id,
      }
      const token = await database.transaction((tx) => openView(tx, clock, site.callerOf(visitor, null), view))
      return { to: '/', cookies: cookiesOf(publicUrl, token) }
    } catch (error) {
      if (!(error instanceof Refusal) && !(error instanceof Problem && error.status < 500)) throw error
      return refusal(accountId, error.message)
    }
  })

  site.page(viewPath, async ({ session, token }) => {
    const view = await findSupportView(database, clock, session.id)
    const body = view
      ? html`<p>You see ${mono(view.accountId)} as one of its members does, until ${time(view.endsAt)}.</p>
          <p><a href="/">Go on</a></p>${form({ to: `${viewPath}/end`, token, button: 'End the view' })}`
      : html`<p class="empty">No view is open. Open one from the page of an account.</p>`
    return { title: 'Support view', body: html`<h1>Support view</h1>${body}` }
  })

  site.act(`${viewPath}/end`, async ({ session }) => {
    const view = await findSupportView(database, clock, session.id)
    await endSupportViews(database, session.id)
    return {
      to: view ? `${consolePath}/accounts/${view.accountId}` : viewPath,
      cookies: cookiesOf(publicUrl, null),
    }
  })
}

const refusal = (accountId: string, message: string): ConsolePage => ({
  title: 'Not opened',
  status: 400,
  body: html`<h1>Not opened</h1>${alert(message)}<p><a href="${consolePath}/accounts/${accountId}">Back to the account</a></p>`,
})

/** The second one only tells the pages that there is a view: they can't read the first. */
function cookiesOf(publicUrl: string, token: string | null): string[] {
  const seconds = token === null ? 0 : supportViewMinutes * 60
  const flags = `Path=/; Max-Age=${seconds}; SameSite=Strict${publicUrl.startsWith('https://') ? '; Secure' : ''}`
  return [
    `${supportCookieAt(publicUrl)}=${token ?? ''}; HttpOnly; ${flags}`,
    `prospector-view=${token === null ? '' : 'open'}; ${flags}`,
  ]
}
