import { count, longDay, plural } from '../base/words.ts'
import { type AuditAction, auditActions } from './actions.ts'
import type { AuditEntry } from './entries.ts'

type EntryFacts = Pick<AuditEntry, 'action' | 'door' | 'actorType' | 'actorName' | 'targetName' | 'details'>
type Detail = AuditEntry['details'][string] | undefined

/** What happened, for people: who did what to whom, and with which bounds. */
export function sentenceOf(entry: EntryFacts): string {
  if (entry.action === 'sign_in.failed') return failedSignIn(entry)
  const whole = wholeSentences[entry.action]
  if (whole) return `${whole(entry)}.`
  const told = predicates[entry.action]
  return `${subjectOf(entry)} ${told ? told(entry) : inGeneral(entry)}.`
}

function subjectOf({ actorType, actorName, door }: EntryFacts): string {
  if (actorType === 'operator' || door === 'operator') return 'The operator of this service'
  if (actorType === 'api_key') return `The API key ${quoted(actorName)}`
  if (actorType !== null) return actorName ?? 'Somebody who has left'
  return door === 'billing' ? 'The payment provider' : 'Prospector'
}

const failedSignIn = ({ targetName, details }: EntryFacts): string =>
  `Somebody tried to sign in as ${targetName ?? 'a member'}${details.method ? ` with a wrong ${details.method}` : ''}.`

/** Sentences without a person as the subject. */
const wholeSentences: Partial<Record<AuditAction, (entry: EntryFacts) => string>> = {
  'billing.status_changed': ({ details: { plan, status, plan_before: planBefore, status_before: statusBefore } }) =>
    `The plan is ${planName(plan)} (${statusName(status)}). Before: ${statusBefore === 'none' ? 'no plan' : `${planName(planBefore)} (${statusName(statusBefore)})`}`,
  'billing.cancelled': ({ details }) =>
    `The subscription was cancelled at the payment provider${details.ends_at ? `. It ends on ${dayOf(details.ends_at)}` : ''}`,
  'billing.cancellation_withdrawn': () => 'The cancellation of the subscription was withdrawn. It renews as before',
}

/** What follows the subject. Actions that are not listed here are described by their label. */
const predicates: Partial<Record<AuditAction, (entry: EntryFacts) => string>> = {
  'sign_in.succeeded': ({ details: { method } }) => `signed in${method ? ` with ${withArticle(String(method))}` : ''}`,
  'session.ended': ({ targetName, details: { sessions } }) =>
    `signed out ${typeof sessions === 'number' ? plural(sessions, 'session') : 'other sessions'}${of(targetName)}`,
  'password.changed': () => 'changed their password',
  'password.reset': () => 'reset their password by email',
  'two_factor.disabled': ({ targetName }) => `turned off the second factor${of(targetName)}`,
  'account.renamed': ({ details: { name } }) => `renamed the account to ${quoted(name)}`,
  'member.invited': ({ targetName, details }) =>
    `invited ${some(targetName)}${asRole(details.role)}${commaWith([limitOf(details.credit_limit)])}`,
  'member.invitation_withdrawn': ({ targetName }) => `withdrew the invitation of ${some(targetName)}`,
  'member.joined': ({ details: { role } }) => `joined the account${asRole(role)}`,
  'member.changed': changedMember,
  'member.removed': ({ targetName }) => `removed ${some(targetName)}`,
  'key.created': ({ targetName, details }) =>
    `created the ${details.mode === 'test' ? 'test key' : 'API key'} ${quoted(targetName)}${commaWith(boundsOf(details))}`,
  'key.changed': ({ targetName, details }) =>
    `changed the API key ${quoted(targetName)}${commaWith(boundsOf({ ...details, scopes: null }))}`,
  'key.revoked': ({ targetName }) => `revoked the API key ${quoted(targetName)}`,
  'connection.granted': ({ targetName, details }) => `connected ${some(targetName)}${commaWith(boundsOf(details))}`,
  'connection.changed': ({ targetName, details }) =>
    `changed the connection of ${some(targetName)}${commaWith([limitOf(details.credit_limit)])}`,
  'connection.ended': ({ targetName, details: { reason } }) =>
    `disconnected ${some(targetName)}${reason === 'new password' ? ' by choosing a new password' : ''}`,
  'webhook.created': ({ targetName }) => `created a webhook${at(targetName)}`,
  'webhook.changed': ({ targetName, details }) =>
    `changed a webhook${at(targetName)}${details.status ? `, which is ${details.status} now` : ''}`,
  'webhook.resent': ({ targetName, details: { events } }) =>
    `sent ${typeof events === 'number' ? plural(events, 'event') : 'events'} again to a webhook${at(targetName)}`,
  'hubspot.changed': ({ details: { automatic } }) =>
    `turned ${automatic ? 'on' : 'off'} sending contacts to HubSpot as they are revealed`,
  'hubspot.sent': ({ details: { contacts } }) =>
    `sent ${typeof contacts === 'number' ? plural(contacts, 'contact') : 'contacts'} to HubSpot`,
  'watch.created': ({ targetName, details }) => `began to watch ${watched(targetName)}, ${mails(details.mail)}`,
  'watch.changed': ({ targetName, details }) =>
    `changed the watch of ${watched(targetName)}: ${mails(details.mail)}; before: ${mails(details.mail_before)}`,
  'watch.deleted': ({ targetName }) => `stopped watching ${watched(targetName)}`,
  'billing.link_created': ({ details: { kind } }) => `opened ${linkNames[String(kind)] ?? 'a billing page'}`,
  'billing.plan_changed': ({ details: { from, to, interval, effective } }) =>
    `changed the plan from ${planName(from)} to ${planName(to)}, billed by the ${interval ?? 'month'}, ${
      effective === 'now' ? 'at once' : 'from the end of the period'
    }`,
  'billing.plan_change_cancelled': () => 'withdrew a change of plan and kept the current plan',
  'billing.subscription_kept': () => 'withdrew the cancellation and kept the subscription',
  'billing.auto_top_up_changed': ({ details }) =>
    details.enabled === false
      ? 'turned off automatic top-up'
      : `set automatic top-up${typeof details.threshold === 'number' ? ` to buy when fewer than ${count(details.threshold)} credits are left` : ''}${
          typeof details.monthly_credit_ceiling === 'number'
            ? `, at most ${count(details.monthly_credit_ceiling)} credits a month`
            : ''
        }`,
  'credits.granted': ({ details: { credits, reason } }) =>
    `granted ${typeof credits === 'number' ? plural(credits, 'credit') : 'credits'}${because(reason)}`,
  'credits.refunded': ({ details: { amount, entry_id: entry, reason } }) =>
    `refunded ${typeof amount === 'number' ? plural(amount, 'credit') : 'credits'}${of(entry)}${because(reason)}`,
  'account.changed': changedAccount,
  'account.viewed': ({ targetName, details: { reason } }) =>
    `looked at the account as ${targetName ?? 'a member'} sees it${because(reason)}`,
  'account.suspended': ({ details: { reason } }) => `suspended the account${because(reason)}`,
  'account.lifted': ({ details: { reason } }) => `lifted the suspension of the account${because(reason)}`,
  'data.exported': exportedData,
}

function changedMember({ targetName, details }: EntryFacts): string {
  const { role, role_before: roleBefore, credit_limit: limit, credit_limit_before: limitBefore } = details
  const name = some(targetName)
  const changes = [
    role !== undefined && role !== roleBefore && `made ${name} ${roleName(role)} (before: ${roleName(roleBefore)})`,
    limit !== undefined &&
      limit !== limitBefore &&
      `set the credit limit of ${name} to ${limitName(limit)} (before: ${limitName(limitBefore)})`,
  ].filter((change) => change !== false)
  return changes.length > 0 ? changes.join(' and ') : `changed nothing of ${name}`
}

/** By the console or at the command line, which names each setting as the database does. */
function changedAccount({ details: { reason, ...changed } }: EntryFacts): string {
  const known = Object.entries(changed).filter(([, value]) => value !== null)
  const facts = known.map(
    ([name, value]) =>
      `${name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${wordsOf(value)}`,
  )
  return `changed the account${facts.length > 0 ? ` (${facts.join(', ')})` : ''}${because(reason)}`
}

function exportedData({ details }: EntryFacts): string {
  const { what = 'data', stores, contacts, format } = details
  const number = typeof contacts === 'number' ? contacts : typeof stores === 'number' ? stores : null
  const crm = typeof format === 'string' && format !== 'csv' ? ` for ${capitalised(format)}` : ''
  if (what === 'audit log') return 'exported the audit log'
  const [, job] = /^results of a job: (\w+)$/.exec(String(what)) ?? []
  if (job) return `exported the results of ${withArticle(job)} job`
  if (number === null) return `exported ${what}${crm}`
  return `exported ${count(number)} ${number === 1 ? String(what).replace(/s$/, '') : what}${crm}`
}

/** From the label, with all that is known. */
function inGeneral({ action, targetName, details }: EntryFacts): string {
  const label = auditActions[action] ?? action
  const known = Object.entries(details).filter(([, value]) => value !== null)
  const facts = known.map(([name, value]) => `${name.replaceAll('_', ' ')} ${wordsOf(value)}`)
  const told = `${label[0]!.toLowerCase()}${label.slice(1)}${targetName ? ` ${quoted(targetName)}` : ''}`
  return facts.length > 0 ? `${told} (${facts.join(', ')})` : told
}

const wordsOf = (value: Detail): string =>
  typeof value === 'number'
    ? count(value)
    : /^[a-z]+(_[a-z]+)+$/.test(String(value))
      ? String(value).replaceAll('_', ' ')
      : String(value)

const linkNames: Record<string, string> = {
  subscription: 'the checkout for a plan',
  portal: 'the billing portal',
  top_up: 'the checkout for a credit pack',
}

const statusNames: Record<string, string> = {
  none: 'without a subscription',
  past_due: 'payment failed',
  trialing: 'in its trial',
  lapsed: 'ended',
}

const quoted = (name: Detail): string =>
  name === null || name === undefined || name === '' ? 'without a name' : `“${name}”`
/** The log does not name what only one person may know of. */
const watched = (name: string | null): string => (name === null ? 'a private list' : quoted(name))
const some = (name: string | null): string => name ?? 'somebody'
const at = (name: string | null): string => (name === null ? '' : ` at ${name}`)
const of = (name: Detail): string => (name === null || name === undefined ? '' : ` of ${name}`)
const because = (reason: Detail): string => (reason ? `: ${String(reason).replace(/\.$/, '')}` : '')
const capitalised = (word: string): string => (word === 'hubspot' ? 'HubSpot' : word[0]!.toUpperCase() + word.slice(1))
const planName = (id: Detail): string => (typeof id === 'string' && id !== '' ? capitalised(id) : 'none')
const statusName = (status: Detail): string => statusNames[String(status)] ?? String(status ?? 'unknown')
const withArticle = (noun: string): string => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`
const roleName = (role: Detail): string => withArticle(String(role ?? 'member'))
const asRole = (role: Detail): string => (role ? ` as ${roleName(role)}` : '')
const limitName = (limit: Detail): string => (typeof limit === 'number' ? `${plural(limit, 'credit')} a month` : 'none')
const limitOf = (limit: Detail): string | false =>
  limit !== undefined && (limit === null ? 'without a credit limit' : `with a limit of ${limitName(limit)}`)
const mails = (mail: Detail): string => (mail === 'off' || !mail ? 'without emails' : `with a ${mail} email`)

const dayOf = (iso: Detail): string => longDay(new Date(String(iso)))

/** Scopes, credit limit and end of a key or connection. */
const boundsOf = ({ scopes, credit_limit: limit, expires_at: end }: EntryFacts['details']): (string | false)[] => [
  typeof scopes === 'string' && scopes !== '' && `with the scopes ${scopes.split(' ').join(', ')}`,
  limitOf(limit),
  typeof end === 'string' && `until ${dayOf(end)}`,
]

const commaWith = (words: (string | false)[]): string =>
  words.map((word) => (word === false ? '' : `, ${word}`)).join('')
