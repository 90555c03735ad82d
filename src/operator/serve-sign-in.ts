/** Signing in to the console, and out of it. */
import type { FastifyReply } from 'fastify'
import { generate } from 'lean-qr'
import { toSvgSource } from 'lean-qr/extras/svg'
import { type Html, html } from '../base/html.ts'
import { originOf } from '../http/rest.ts'
import { sendPage } from '../pages/layout.ts'
import { readForm } from '../pages/sign-in-page.ts'
import { signInEmailLengthMax } from '../sign-in/mailbox-of.ts'
import { isFromOwnPages } from '../sign-in/own-pages.ts'
import { passwordLength } from '../sign-in/passwords.ts'
import { type Console, type ConsoleParts, consolePath } from './console.ts'
import { endSession } from './operator-sessions.ts'
import { spellCode } from './operators.ts'
import { alert } from './page-parts.ts'
import {
  checkPassword,
  checkSecondFactor,
  type Refusal,
  recordOperator,
  secretToSetUp,
  setUpSecondFactor,
} from './sign-in-steps.ts'
import { totpLink } from './totp.ts'

const signInPath = `${consolePath}/sign-in`
const codePath = `${consolePath}/second-factor`
const setUpPath = `${consolePath}/set-up`

export function serveOperatorSignIn(site: Console, parts: ConsoleParts): void {
  servePassword(site, parts)
  serveCode(site, parts)
  serveSetUp(site, parts)
  site.act(`${consolePath}/sign-out`, async ({ session, operator, from }) => {
    await endSession(parts.database, session.id)
    await recordOperator(parts.database, operator, from, 'session.ended', { details: { sessions: 1 } })
    return signInPath
  })
}

function servePassword({ scope, setCookie }: Console, parts: ConsoleParts): void {
  scope.get(signInPath, async (_request, reply) => show(reply, 'Sign in', passwordForm('')))

  scope.post(signInPath, async (request, reply) => {
    const given = readForm(request)
    const email = given.get('email') ?? ''
    const again = (refusal: Refusal) => show(reply, 'Sign in', passwordForm(email), refusal)
    if (!isFromOwnPages('POST', request.headers, new URL(parts.publicUrl).origin)) return again(otherSite)
    const checked = await checkPassword(parts, { email, password: given.get('password') ?? '' }, originOf(request))
    if ('reason' in checked) return again(checked)
    setCookie(reply, checked.token)
    return reply.redirect(codePath, 303)
  })
}

const otherSite: Refusal = { reason: 'This form was sent from another site. Try again here.', status: 403 }

function serveCode({ scope, readHalf, isOwnForm, setCookie }: Console, parts: ConsoleParts): void {
  scope.get(codePath, async (request, reply) => {
    const half = await readHalf(request)
    if (!half) return reply.redirect(signInPath, 303)
    const isNew = (await secretToSetUp(parts, half.session)) !== null
    return isNew ? reply.redirect(setUpPath, 303) : show(reply, 'Second factor', codeForm(half.token))
  })

  scope.post(codePath, async (request, reply) => {
    const half = await readHalf(request)
    if (!half) return reply.redirect(signInPath, 303)
    const again = (refusal: Refusal) => show(reply, 'Second factor', codeForm(half.token), refusal)
    if (!isOwnForm(request, half.token)) return again(otherSite)
    const code = readForm(request).get('code') ?? ''
    const checked = await checkSecondFactor(parts, half.session, code, originOf(request))
    if ('reason' in checked) return again(checked)
    setCookie(reply, checked.token)
    return reply.redirect(consolePath, 303)
  })
}

function serveSetUp({ scope, readHalf, isOwnForm, setCookie }: Console, parts: ConsoleParts): void {
  const { host } = new URL(parts.publicUrl)
  const setUp = (secret: string, email: string, token: string) =>
    setUpForm(secret, totpLink(secret, email, host), token)

  scope.get(setUpPath, async (request, reply) => {
    const half = await readHalf(request)
    const secret = half && (await secretToSetUp(parts, half.session))
    if (!half || secret === null) return reply.redirect(half ? codePath : signInPath, 303)
    return show(reply, 'Set up the second factor', setUp(secret, half.session.operator.email, half.token))
  })

  scope.post(setUpPath, async (request, reply) => {
    const half = await readHalf(request)
    const secret = half && (await secretToSetUp(parts, half.session))
    if (!half || secret === null) return reply.redirect(half ? codePath : signInPath, 303)
    const again = (refusal: Refusal) =>
      show(reply, 'Set up the second factor', setUp(secret, half.session.operator.email, half.token), refusal)
    if (!isOwnForm(request, half.token)) return again(otherSite)
    const code = (readForm(request).get('code') ?? '').replaceAll(/\s/g, '')
    const made = await setUpSecondFactor(parts, half.session, code, originOf(request))
    if ('reason' in made) return again(made)
    setCookie(reply, made.token)
    return show(reply, 'Recovery codes', codesPage(made.codes))
  })
}

function show(reply: FastifyReply, title: string, body: Html, refusal?: Refusal): FastifyReply {
  if (refusal?.retryAfter) reply.header('Retry-After', String(refusal.retryAfter))
  return sendPage(reply, {
    title,
    brand: 'Prospector operator',
    ...(refusal && { status: refusal.status }),
    body: html`<h1>${title}</h1>${alert(refusal?.reason)}${body}`,
  })
}

const passwordForm = (email: string): Html => html`<form method="post" action="${signInPath}">
    <label>Email<input name="email" type="email" value="${email}" maxlength="${signInEmailLengthMax}" autocomplete="username" required autofocus></label>
    <label>Password<input name="password" type="password" maxlength="${passwordLength.max}" autocomplete="current-password" required></label>
    <button>Sign in</button></form>
  <p class="below">For the people who run this service. Customers sign in <a href="/sign-in">here</a>.</p>`

/** A recovery code with dashes and blanks, and some. */
const typedCodeLengthMax = 40

const codeField = (label: string): Html =>
  html`<label>${label}<input name="code" autocomplete="one-time-code" maxlength="${typedCodeLengthMax}" required autofocus></label>`

const codeForm = (
  token: string,
): Html => html`<p class="quiet">Enter the code from your authenticator, or a recovery code.</p>
  <form method="post" action="${codePath}"><input type="hidden" name="token" value="${token}">
    ${codeField('Code')}<button>Continue</button></form>`

const setUpForm = (secret: string, link: string, token: string): Html => html`
  <p>Operators sign in with a second factor. Scan this with an authenticator app, or type the key into it, then enter the code that it shows.</p>
  <p role="img" aria-label="QR code of the key below">${pictureOf(link)}</p>
  <dl><dt>Key</dt><dd><strong>${secret.match(/.{4}/g)!.join(' ')}</strong></dd><dt>Type</dt><dd>Time based, 6 digits</dd></dl>
  <p><a href="${link}">Open in an app on this device</a></p>
  <form method="post" action="${setUpPath}"><input type="hidden" name="token" value="${token}">
    ${codeField('Code')}<button>Set up</button></form>`

/** Dark on light in both themes: scanners expect that. Drawn here, so that the secret goes to no one else. */
const pictureOf = (link: string): Html => ({
  markup: toSvgSource(generate(link), { on: '#000', off: '#fff', pad: 4, width: 220, height: 220 }),
})

export const codesPage = (codes: readonly string[]): Html => html`
  <p>Each of these codes signs you in once without your authenticator. Save them now: they are not shown again.</p>
  <ul>${codes.map((code) => html`<li>${spellCode(code)}</li>`)}</ul>
  <p><a href="${consolePath}">I have saved them</a></p>`
