import type { Config } from '../../../src/base/config.ts'
import { readMembers } from '../../../src/members/members.ts'
import { atTheCommandLine } from '../../../src/operator/caller.ts'
import { openView } from '../../../src/operator/view-acts.ts'
import { endSupportView, supportCookieAt } from '../../../src/sign-in/support-views.ts'
import { emailAddress, text } from '../../arguments.ts'
import { defineCommand, Refused } from '../../command.ts'
import { accountWords, requireAccount } from '../../find-account.ts'
import { type ReportOptions, report } from '../../report.ts'
import { withDatabase } from '../../with-database.ts'

type Options = ReportOptions & { reason: string; as?: string; post?: string; server?: string }

export const accountView = defineCommand({
  name: 'view',
  summary: 'Show what a member of an account sees: the reply of a running server, read only and without channels.',
  details:
    'What "See what they see" is in the console. The path is one that the web application reads, such as /api/v1/lists or ' +
    '/app/v1/members; searches are asked with --post. The account’s audit log says who looked, as whom and why.',
  examples: [
    'prospector account view ada@acme.example --reason "Ticket 17"',
    'prospector account view acc_… /api/v1/lists --as bob@acme.example --reason "Ticket 17"',
    `prospector account view acc_… /api/v1/contacts/search --post '{"limit": 5}' --reason "Ticket 17"`,
  ],
})
  .argument('<account>', accountWords)
  .argument('[path]', 'what to read', '/app/v1/profile')
  .requiredOption('--reason <text>', 'the reason, recorded in the audit log that its owners read', text)
  .option('--as <email>', 'as this member; otherwise as the owner', emailAddress)
  .option('--post <json>', 'send this, for what is read with POST')
  .option('--server <url>', 'the server to ask; otherwise PUBLIC_URL')

accountView.action(async (named: string, path: string, { reason, ...options }: Options) => {
  if (!/^\/(api|app)\/v1\//.test(path)) accountView.error('error: the path must begin with /api/v1/ or /app/v1/')
  const seen = await withDatabase(async ({ database, clock, config }) => {
    const { id: accountId } = await requireAccount(database, named)
    const token = await database.transaction(async (tx) => {
      const userId = options.as === undefined ? null : await findMember(tx, accountId, options.as)
      return openView(tx, clock, atTheCommandLine(), { accountId, userId, reason, operatorSessionId: null })
    })
    return read(config, token, path, options).finally(() => endSupportView(database, token))
  })
  report(options, seen, JSON.stringify(seen, null, 2))
})

async function findMember(tx: Parameters<typeof readMembers>[0], accountId: string, email: string): Promise<string> {
  const member = (await readMembers(tx, accountId, null)).find((one) => one.email === email)
  if (!member) throw new Refused(`${email} is no member of this account.`)
  return member.userId
}

type ReadOptions = Pick<Options, 'post' | 'server'>

/** As a browser with the view open would. */
async function read({ publicUrl }: Config, token: string, path: string, { post, server = publicUrl }: ReadOptions) {
  const answer = await fetch(new URL(path, server), {
    method: post === undefined ? 'GET' : 'POST',
    redirect: 'error',
    headers: {
      cookie: `${supportCookieAt(publicUrl)}=${token}`,
      origin: new URL(publicUrl).origin,
      accept: 'application/json',
      ...(post !== undefined && { 'content-type': 'application/json' }),
    },
    ...(post !== undefined && { body: post }),
  }).catch((error: Error) => {
    const { message } = error.cause instanceof Error ? error.cause : error
    throw new Refused(`No server answers at ${server}: ${message || 'the connection failed'}.`)
  })
  const reply = (await answer.json().catch(() => null)) as { error?: { message: string } } | null
  if (reply === null || !answer.ok) throw new Refused(reply?.error?.message ?? `${server} answered ${answer.status}.`)
  return reply
}
