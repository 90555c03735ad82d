import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { recordAct } from '../audit/record.ts'
import { type Html, html } from '../base/html.ts'
import { isScope, managesMembers, scopeMeanings } from '../base/scopes.ts'
import {
  type ConnectionLimit,
  keepEarlierConsent,
  prepareConnection,
  readConnectionLimit,
  readConsentedScopes,
} from '../connections/connections.ts'
import type { Db } from '../db/database.ts'
import { findMemberOfSession, holdMemberOfSession, type SessionMember } from '../members/members.ts'
import { findOAuthClient, type OAuthClient } from '../oauth/clients.ts'
import type { Auth } from '../sign-in/auth.ts'
import { type AuthBridge, passCookies } from '../sign-in/forward.ts'
import { isFromOwnPages } from '../sign-in/own-pages.ts'
import { sendPage } from './layout.ts'
import { readForm } from './sign-in-page.ts'

type Options = { bridge: AuthBridge; auth: Auth; database: Db; publicUrl: string }
type ConsentRequest = {
  client: OAuthClient
  here: SessionMember
  query: string
  redirectUri: string
  scopes: string[]
  /** The limit of an earlier connection: granting again does not lift it by accident. */
  limit: ConnectionLimit
}

/** Says in plain words what a program will be able to do, in which account, and what that can cost. */
export function serveConsentPage(server: FastifyInstance, { bridge, auth, database, publicUrl }: Options): void {
  async function whoAsks(request: FastifyRequest, query: string): Promise<ConsentRequest | null> {
    const asked = new URLSearchParams(query)
    const headers = new Headers({ cookie: request.headers.cookie ?? '' })
    const session = await auth.api.getSession({ headers })
    const client = await findOAuthClient(database, asked.get('client_id') ?? '')
    const here = session && (await findMemberOfSession(database, session.session.id))
    const redirectUri = asked.get('redirect_uri') ?? ''
    if (!client || client.revoked || !here || !URL.canParse(redirectUri)) return null
    const scopes = (asked.get('scope') ?? '').split(' ').filter(Boolean)
    const limit = await readConnectionLimit(database, { clientId: client.clientId, ...here })
    return { client, here, query, redirectUri, scopes, limit }
  }

  /** Before the consent is given: from its first moment on it has its limit, which is returned; undefined without a session. */
  function prepare({ client, here }: ConsentRequest, limit: ChosenLimit): Promise<number | null | undefined> {
    return database.transaction(async (tx) => {
      const by = await holdMemberOfSession(tx, here)
      return by ? prepareConnection(tx, { clientId: client.clientId, ...here }, { limit, by }) : undefined
    })
  }

  server.get('/consent', async (request, reply) => {
    const query = request.url.split('?')[1] ?? ''
    const asking = await whoAsks(request, query)
    return asking ? showConsent(reply, asking) : reply.redirect(`/sign-in?${query}`, 303)
  })

  server.post('/consent', async (request, reply) => {
    const form = readForm(request)
    const asking = await whoAsks(request, form.get('query') ?? '')
    // Encoded again: what a form contains may not be valid in a header.
    if (!asking) return reply.redirect(`/sign-in?${new URLSearchParams(form.get('query') ?? '')}`, 303)
    if (!isFromOwnPages('POST', request.headers, new URL(publicUrl).origin)) {
      return showConsent(reply, asking, 'This form was sent from another site. Decide here.', 403)
    }
    const isAllowed = form.get('decision') === 'allow'
    // Somebody who changed accounts in another tab meanwhile has read the name of another one.
    if (isAllowed && form.get('account') !== asking.here.accountId) {
      return showConsent(reply, asking, 'You have switched accounts. Check which account this is for.', 409)
    }
    const chosen = readLimit(form.get('credit_limit'))
    if (chosen === 'unreadable') return showConsent(reply, asking, 'The limit must be a whole number.', 400)
    const connection = { clientId: asking.client.clientId, ...asking.here }
    const earlier = await readConsentedScopes(database, connection)
    // They were signed out or removed a moment ago.
    const limit = isAllowed ? await prepare(asking, chosen) : null
    if (limit === undefined) return reply.redirect('/sign-in', 303)
    const answer = await bridge.ask(request, 'POST', '/auth/oauth2/consent', {
      accept: isAllowed,
      oauth_query: asking.query,
    })
    passCookies(reply, answer)
    const { url } = (await answer.json().catch(() => ({}))) as { url?: string }
    if (isAllowed && answer.ok) {
      await database.transaction(async (tx) => {
        await keepEarlierConsent(tx, connection, earlier)
        await recordGrant(tx, request, asking, limit)
      })
    }
    if (!answer.ok || !url) return reply.redirect('/sign-in/problem?error=consent_failed', 303)
    return reply.redirect(url, 303)
  })
}

const recordGrant = (tx: Db, request: FastifyRequest, { client, here, scopes }: ConsentRequest, limit: number | null) =>
  recordAct(tx, [here.accountId], {
    action: 'connection.granted',
    door: 'web',
    actor: { type: 'member', id: here.userId, name: here.userName },
    target: { type: 'oauth_client', id: client.clientId, name: client.name },
    details: { scopes: scopes.join(' '), credit_limit: limit },
    from: { address: request.ip, userAgent: request.headers['user-agent'] ?? null },
    requestId: request.id,
  })

/** Null: no limit of its own. Undefined, for a form without the field: the limit stays as it is. */
type ChosenLimit = number | null | undefined

function readLimit(text: string | null): ChosenLimit | 'unreadable' {
  if (text === null) return undefined
  if (text.trim() === '') return null
  const limit = Number(text)
  return Number.isInteger(limit) && limit >= 0 && limit <= 1_000_000_000 ? limit : 'unreadable'
}

function showConsent(reply: FastifyReply, asking: ConsentRequest, reason?: string, status = 200): FastifyReply {
  const { client, here, query, redirectUri, scopes, limit } = asking
  const target = new URL(redirectUri)
  const spends = scopes.some((scope) => isScope(scope) && scopeMeanings[scope].spends)
  return sendPage(reply, {
    title: `Connect ${client.name}`,
    status,
    formTargets: [target.origin === 'null' ? target.protocol : target.origin],
    body: html`<h1>Connect ${client.name}?</h1>
      ${reason ? html`<p class="alert" role="alert">${reason}</p>` : html``}
      ${client.origin === 'operator' ? html`` : unverified(client)}
      <p>${client.name} wants to use Prospector on your behalf. It will be able to:</p>
      <ul>${scopes.filter(isScope).map((scope) => describeScope(scopeMeanings[scope]))}</ul>
      <dl>
        <dt>Account</dt><dd>${here.accountName}</dd>
        <dt>Signed in as</dt><dd>${here.email}</dd>
        <dt>Returns to</dt><dd>${target.origin === 'null' ? redirectUri : target.host}</dd>
      </dl>
      <form method="post" action="/consent">
        <input type="hidden" name="query" value="${query}">
        <input type="hidden" name="account" value="${here.accountId}">
        ${spends ? limitOf(limit, here) : html``}
        <button name="decision" value="allow">Connect</button>
        <button name="decision" value="deny" class="second" formnovalidate>Cancel</button>
      </form>
      <p class="below">${scopes.includes('offline_access') ? 'It stays connected until you disconnect it' : 'You can disconnect it at any time'} under Settings, Connections.</p>`,
  })
}

const unverified = ({
  clientId,
  origin,
}: OAuthClient): Html => html`<p class="alert" role="note">This program is not verified.
  ${origin === 'document' ? `It is described at ${new URL(clientId).host}.` : 'It registered itself under this name.'}
  Connect it only if you have just started it yourself.</p>`

const describeScope = ({ meaning, spends }: { meaning: string; spends: boolean }): Html =>
  spends
    ? html`<li class="spends">${meaning}<small>Spends your account’s contact credits: one for each new contact.</small></li>`
    : html`<li>${meaning}</li>`

const limitOf = ({ creditLimit, isImposed }: ConnectionLimit, { role }: SessionMember): Html =>
  isImposed && !managesMembers(role)
    ? html`<p>It may spend up to ${String(creditLimit)} contact credits per month. An owner or admin of the account set this limit.</p>`
    : html`<label>Contact credits it may spend per month
  <input name="credit_limit" value="${creditLimit === null ? '' : String(creditLimit)}" inputmode="numeric" pattern="[0-9]*"
    placeholder="No limit"></label>`
