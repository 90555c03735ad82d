import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Html, html } from '../base/html.ts'
import { type AuthBridge, passCookies, queryOf } from '../sign-in/forward.ts'
import { isFromOwnPages } from '../sign-in/own-pages.ts'
import { sendPage } from './layout.ts'

type Options = {
  bridge: AuthBridge
  publicUrl: string
  /** The web application's page, for people who come by themselves. */
  sendWebPage?: SendPage | undefined
}

export type SendPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply

/** A sign-in that works without the web application and without a script, so that OAuth never depends on either. */
export function serveSignInPage(server: FastifyInstance, { bridge, publicUrl, sendWebPage }: Options): void {
  server.get('/sign-in', async (request, reply) => {
    const isForIntegration = new URLSearchParams(queryOf(request)).has('client_id')
    if (sendWebPage && !isForIntegration) return sendWebPage(request, reply)
    return showPasswordForm(reply, queryOf(request))
  })

  server.post('/sign-in', async (request, reply) => {
    const form = readForm(request)
    const query = form.get('query') ?? ''
    if (!isFromOwnPages('POST', request.headers, new URL(publicUrl).origin)) {
      return showPasswordForm(reply, query, 'This form was sent from another site. Try again here.', 403)
    }
    const isSecondStep = form.has('code')
    const answer = isSecondStep
      ? await bridge.ask(request, 'POST', secondStepPath(form.get('code')!), { code: form.get('code')!.trim() })
      : await bridge.ask(request, 'POST', `/auth/sign-in/email?${confirmationIn(query)}`, {
          email: (form.get('email') ?? '').trim(),
          password: form.get('password') ?? '',
        })
    passCookies(reply, answer)
    const result = (await answer.json().catch(() => ({}))) as { twoFactorRedirect?: boolean; message?: string }
    if (result.twoFactorRedirect) return showCodeForm(reply, query)
    // Encoded again: what a form contains may not be valid in a header.
    if (answer.ok) return reply.redirect(`/sign-in/continue?${new URLSearchParams(query)}`, 303)
    const reason = result.message ?? 'Something went wrong. Try again.'
    return isSecondStep
      ? showCodeForm(reply, query, reason, answer.status)
      : showPasswordForm(reply, query, reason, answer.status, form.get('email') ?? '')
  })

  // Every way of signing in redirects here: back into the authorization request, or home.
  server.get('/sign-in/continue', async (request, reply) => {
    const query = new URLSearchParams(queryOf(request))
    if (!query.has('client_id')) return reply.redirect('/', 303)
    for (const name of [...query.keys()].filter((name) => ['sig', 'exp'].includes(name) || name.startsWith('ba_'))) {
      query.delete(name)
    }
    // They have just signed in: asking for it again would go round in circles.
    const prompts = (query.get('prompt') ?? '').split(' ').filter((prompt) => prompt !== '' && prompt !== 'login')
    query.delete('max_age')
    query.delete('prompt')
    if (prompts.length > 0) query.set('prompt', prompts.join(' '))
    return reply.redirect(`/auth/oauth2/authorize?${query}`, 303)
  })

  server.get('/sign-in/problem', async (request, reply) => {
    return sendProblem(reply, new URLSearchParams(queryOf(request)).get('error') ?? 'unknown')
  })
}

export const sendProblem = (reply: FastifyReply, error: string, status = 400): FastifyReply =>
  sendPage(reply, {
    title: 'Something went wrong',
    status,
    body: html`<h1>Something went wrong</h1>
      <p>${problemTexts[error] ?? 'The link or the request is not valid. Go back and try again.'}</p>
      <p class="quiet">Reason: ${error.slice(0, 80)} · request ${reply.request.id}</p>
      <p class="below"><a href="/sign-in">Back to sign-in</a></p>`,
  })

const problemTexts: Record<string, string> = {
  invalid_client: 'Prospector does not know the app that sent you here. Nothing was shared with it.',
  client_disabled: 'The app that sent you here is no longer allowed to connect. Nothing was shared with it.',
  invalid_redirect:
    'The app that sent you here asked to return to an address that is not registered for it. Nothing was shared with it.',
  temporarily_unavailable:
    'Too many apps that Prospector does not know yet were opened from your network. Nothing was shared. Try again later.',
  INVALID_TOKEN: 'This link has been used or has expired. Request a new one.',
  TOKEN_EXPIRED: 'This link has expired. Request a new one.',
}

export const readForm = (request: FastifyRequest): URLSearchParams =>
  new URLSearchParams(request.body instanceof Buffer ? request.body.toString('utf8') : '')

/** Parameters of the sign-up link are posted with the password. */
function confirmationIn(query: string): URLSearchParams {
  const link = new URLSearchParams(query).get('confirm')
  return new URLSearchParams(link === null ? {} : { confirm: link })
}

/** A backup code has a dash or letters; the authenticator's code is six digits. */
const secondStepPath = (code: string): string =>
  /^\s*\d{6}\s*$/.test(code) ? '/auth/two-factor/verify-totp' : '/auth/two-factor/verify-backup-code'

const alert = (reason: string | undefined): Html =>
  reason ? html`<p class="alert" role="alert">${reason}</p>` : html``

function showPasswordForm(reply: FastifyReply, query: string, reason?: string, status = 200, email = ''): FastifyReply {
  return sendPage(reply, {
    title: 'Sign in',
    status,
    body: html`<h1>Sign in</h1>${alert(reason)}
      <form method="post" action="/sign-in">
        <input type="hidden" name="query" value="${query}">
        <label>Email<input name="email" type="email" value="${email}" autocomplete="username" required autofocus></label>
        <label>Password<input name="password" type="password" autocomplete="current-password" required></label>
        <button>Sign in</button>
      </form>`,
  })
}

function showCodeForm(reply: FastifyReply, query: string, reason?: string, status = 200): FastifyReply {
  return sendPage(reply, {
    title: 'Second factor',
    status,
    body: html`<h1>Second factor</h1>${alert(reason)}
      <p class="quiet">Enter the code from your authenticator, or one of your backup codes.</p>
      <form method="post" action="/sign-in">
        <input type="hidden" name="query" value="${query}">
        <label>Code<input name="code" autocomplete="one-time-code" required autofocus></label>
        <button>Continue</button>
      </form>`,
  })
}
