import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../base/network-of.ts'
import type { PrivacySettings } from '../base/privacy-settings.ts'
import { normaliseEmail } from '../catalog/channel-values.ts'
import type { Database } from '../db/database.ts'
import { sendPage } from '../pages/layout.ts'
import { readForm } from '../pages/sign-in-page.ts'
import type { Queue } from '../queue/queue.ts'
import { countAttempt } from '../sign-in/attempts.ts'
import { isFromOtherSite } from '../sign-in/own-pages.ts'
import { answerAtOnce, type PrivacyParts } from './carry-out.ts'
import { readCopy } from './copy.ts'
import { fill, isLanguage, ownTextsIn, preferredLanguage, textsIn } from './languages/languages.ts'
import * as pages from './pages.ts'
import {
  confirmRequest,
  findByLink,
  holdRequest,
  openRequest,
  type Proposal,
  privacyKinds,
  proposalLengths,
} from './requests.ts'

type Options = PrivacyParts & { database: Database; queue: Queue; publicUrl: string; settings: PrivacySettings }

/**
 * The privacy centre: plain pages without a script. The answer to a request is the same whether or not the person is held, and
 * takes the same time, because nobody looks before the mail is written.
 */
export function servePrivacy(server: FastifyInstance, options: Options): void {
  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer', bodyLimit: 16 * 1024 },
      (_request, body, done) => done(null, body),
    )
    serveForms(scope, options)
    serveLinks(scope, options)
  })
}

function viewOf(request: FastifyRequest, settings: PrivacySettings): pages.View {
  const asked = (request.query as { language?: unknown }).language ?? readForm(request).get('language')
  return { language: isLanguage(asked) ? asked : preferredLanguage(request.headers['accept-language']), settings }
}

function show(
  reply: FastifyReply,
  path: string,
  { language, settings }: pages.View,
  shown: pages.PrivacyPage,
): FastifyReply {
  return sendPage(reply, { ...shown, language, brand: settings.name, footer: pages.languageLinks(path, language) })
}

function serveForms(server: FastifyInstance, { database, queue, publicUrl, settings, ...parts }: Options): void {
  server.get('/privacy', async (request, reply) => {
    const view = viewOf(request, settings)
    return show(reply, '/privacy', view, pages.overview(view))
  })

  for (const kind of privacyKinds) {
    const path = `/privacy/${kind}`
    server.get(path, async (request, reply) => {
      const view = viewOf(request, settings)
      return show(reply, path, view, pages.form(view, kind))
    })

    server.post(path, async (request, reply) => {
      const view = viewOf(request, settings)
      const texts = textsIn(view.language)
      const values = readForm(request)
      const again = (reason: string, status: number) =>
        show(reply, path, view, pages.form(view, kind, { reason, status, values }))
      if (isFromOtherSite(request.headers, new URL(publicUrl).origin)) return again(texts.otherSite, 403)
      const email = normaliseEmail(values.get('email') ?? '')
      if (email === null || hasControls(email)) return again(texts.emailWrong, 400)
      const proposal = kind === 'correct' ? readProposal(values) : undefined
      if (proposal && Object.keys(proposal).length === 0) return again(texts.correctEmpty, 400)
      const wait = await countAttempt(database, 'privacy request', networkOf(request.ip))
      if (wait !== null) {
        reply.header('Retry-After', String(wait))
        return again(fill(texts.tooMany, { minutes: Math.ceil(wait / 60) }), 429)
      }
      await database.transaction(async (tx) => {
        // By mailbox and kind of request, whoever asks (sign-in/attempts.ts); the answer is the same either way. Counted here,
        // so that a request that could not be stored does not stand in the way of the next.
        if ((await countAttempt(tx, 'privacy mail', email, kind)) !== null) return
        const ask = { email, ...(proposal && { proposal }) }
        await openRequest(tx, parts, { kind, language: view.language, ask })
        await queue.enqueue(tx, 'privacy', {})
      })
      return show(reply, path, view, pages.sent(view))
    })
  }
}

const hasControls = (text: string): boolean => /\p{Cc}/u.test(text)

/** What the person wrote, field by field, without what no database can hold. */
function readProposal(values: URLSearchParams): Proposal {
  const read = Object.entries(proposalLengths).flatMap(([name, most]) => {
    const text = (values.get(name) ?? '')
      .replaceAll(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, most)
    return text === '' ? [] : [[name, text]]
  })
  return Object.fromEntries(read) as Proposal
}

/** Where the mails lead. The token is the right to it, in any browser; without a link that lives there is nothing. */
function serveLinks(server: FastifyInstance, options: Options): void {
  const { database, queue, publicUrl, settings, ...parts } = options
  const { clock, keys } = parts
  type LinkRequest = FastifyRequest<{ Params: { token: string } }>

  server.get('/privacy/requests/:token', async (request: LinkRequest, reply) => {
    const path = `/privacy/requests/${request.params.token}`
    const found = await findByLink(database, clock, request.params.token)
    if (!found) return overLink(request, reply)
    const view = { ...viewOf(request, settings), ...(!hasLanguage(request) && { language: found.language }) }
    if (found.state === 'unconfirmed') return show(reply, path, view, pages.confirmation(view, found, path))
    if (found.kind !== 'copy') return show(reply, path, view, pages.progress(view, found))
    const copy = await readCopy(database, keys, found, settings)
    return show(reply, path, view, pages.copyPage(view, found, copy, path))
  })

  server.post('/privacy/requests/:token', async (request: LinkRequest, reply) => {
    const path = `/privacy/requests/${request.params.token}`
    const found = await findByLink(database, clock, request.params.token)
    if (!found) return overLink(request, reply)
    const view = { ...viewOf(request, settings), language: found.language }
    if (isFromOtherSite(request.headers, new URL(publicUrl).origin)) {
      const reason = textsIn(view.language).otherSite
      return show(reply, path, view, pages.confirmation(view, found, path, reason))
    }
    await database.transaction(async (tx) => {
      const held = await holdRequest(tx, found.id)
      if (held?.state !== 'unconfirmed') return
      await confirmRequest(tx, clock, held.id)
      if (await answerAtOnce(tx, parts, held, settings)) await queue.enqueue(tx, 'privacy', {})
    })
    return reply.redirect(path, 303)
  })

  server.get('/privacy/requests/:token/copy.json', async (request: LinkRequest, reply) => {
    const found = await findByLink(database, clock, request.params.token)
    if (found?.kind !== 'copy' || found.state !== 'done') return overLink(request, reply)
    const { purposesText, rightsText } = ownTextsIn(found.language, settings.texts)
    const { shared: _, ...copy } = await readCopy(database, keys, found, settings)
    reply.header('Content-Disposition', `attachment; filename="${found.id}.json"`).header('Cache-Control', 'no-store')
    return reply.send({
      request: found.id,
      controller: { name: settings.name, contact: settings.contact },
      purpose: purposesText,
      rights: rightsText,
      ...copy,
    })
  })

  const hasLanguage = ({ query }: FastifyRequest): boolean => isLanguage((query as { language?: unknown }).language)
  const overLink = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const view = viewOf(request, settings)
    return show(reply, '/privacy', view, pages.linkOver(view))
  }
}
