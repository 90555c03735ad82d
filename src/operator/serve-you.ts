/** The operator's own page, and what operators did. */
import { auditActions } from '../audit/actions.ts'
import { type AuditEntry, readAuditEntries } from '../audit/entries.ts'
import { type Html, html } from '../base/html.ts'
import { type Console, type ConsoleParts, consolePath } from './console.ts'
import { endOtherSessions, sessionMinutes } from './operator-sessions.ts'
import { listOperators } from './operators.ts'
import { type Cell, facts, form, mono, table, tableOr, time } from './page-parts.ts'
import { codesPage } from './serve-sign-in.ts'
import { recordOperator, replaceRecoveryCodes } from './sign-in-steps.ts'

const youPath = `${consolePath}/you`
const logPath = `${consolePath}/log`
const pageLength = 50

export function serveYou({ page, act }: Console, parts: ConsoleParts): void {
  const { database } = parts
  page(youPath, async ({ operator, token }) => {
    const all = await listOperators(database)
    const { recoveryCodesLeft } = all.find(({ id }) => id === operator.id)!
    return {
      title: 'You',
      body: html`<h1>${operator.name}</h1>
        ${facts([
          ['Email', operator.email],
          ['Recovery codes', `${recoveryCodesLeft} left`],
          [
            'Session',
            `Ends after ${sessionMinutes.idle} minutes without use, and ${sessionMinutes.longest / 60} hours after it began`,
          ],
        ])}
        <div class="acts">
          ${form({ to: `${youPath}/recovery-codes`, token, button: 'Make new recovery codes', second: true })}
          ${form({ to: `${youPath}/end-sessions`, token, button: 'End my other sessions', second: true })}
        </div>
        <h2>Operators</h2>
        ${table(
          'Operators',
          ['Name', 'Email', 'Second factor', '#Recovery codes', 'Created', 'Last sign-in'],
          all.map((one) => [
            ...[one.name, one.email, one.secondFactor ? 'on' : 'not set up yet', one.recoveryCodesLeft],
            ...[time(one.createdAt), time(one.lastSeenAt)],
          ]),
        )}
        <p class="quiet">Operators are made and removed on the machine: <span class="mono">prospector operator create | reset | remove</span>.</p>`,
    }
  })

  act(`${youPath}/recovery-codes`, async ({ operator, from }) => {
    const codes = await replaceRecoveryCodes(parts, operator, from)
    return { title: 'Recovery codes', body: html`<h1>Recovery codes</h1>${codesPage(codes)}` }
  })

  act(`${youPath}/end-sessions`, async ({ operator, session, from }) => {
    const sessions = await endOtherSessions(database, operator.id, session.id)
    await recordOperator(database, operator, from, 'session.ended', { details: { sessions } })
    return youPath
  })
}

export function serveLog({ page }: Console, { database }: ConsoleParts): void {
  page(logPath, async (_visitor, { query }) => {
    const { before } = query as { before?: unknown }
    const from = typeof before === 'string' && /^\d{1,15}$/.test(before) ? Number(before) : null
    const entries = await readAuditEntries(database, { byOperators: true, before: from, limit: pageLength + 1 })
    const shown = entries.slice(0, pageLength)
    return {
      title: 'Log',
      body: html`<h1>What operators did</h1>
        ${tableOr('Nothing yet.', 'Acts of operators', logHead, shown.map(toRow))}
        ${entries.length > pageLength && html`<p><a href="${logPath}?before=${shown.at(-1)!.seq}">Older</a></p>`}`,
    }
  })
}

const logHead = ['Time', 'Operator', 'Act', 'Account', 'About', 'Reason', 'From']

function toRow(entry: AuditEntry): Cell[] {
  const { reason, ...details } = entry.details
  return [
    time(entry.createdAt),
    entry.actorName ?? entry.actorId,
    auditActions[entry.action] ?? entry.action,
    entry.accountId && html`<a href="${consolePath}/accounts/${entry.accountId}">${mono(entry.accountId)}</a>`,
    about(entry, details),
    reason === undefined || reason === null ? null : String(reason),
    entry.address,
  ]
}

function about({ targetName, targetId }: AuditEntry, details: AuditEntry['details']): Html {
  const said = Object.entries(details).filter(([, value]) => value !== null)
  return html`${targetName ?? targetId}${targetId && said.length > 0 && ' · '}${said.map(([name, value]) => `${name}: ${value}`).join(', ')}`
}
