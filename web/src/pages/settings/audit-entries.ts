import { infiniteQueryOptions } from '@tanstack/react-query'
import { call, type Reply } from '../../api/call.ts'
import { doorNames } from '../../shared/doors.ts'

export type AuditEntry = Reply<'listAuditEntries'>['data'][number]
export type AuditAction = AuditEntry['action']

/** What people look for, in the words of the filter. */
export const actionGroups: Record<string, Partial<Record<AuditAction, string>>> = {
  'Sign-in': {
    'sign_in.succeeded': 'Sign-ins',
    'sign_in.failed': 'Failed sign-ins',
    'password.changed': 'Password changes',
    'password.reset': 'Password resets',
    'two_factor.enabled': 'Second factor turned on',
    'two_factor.disabled': 'Second factor turned off',
  },
  Members: {
    'member.invited': 'Invitations',
    'member.joined': 'People who joined',
    'member.changed': 'Changes of role or limit',
    'member.removed': 'People who were removed',
  },
  'API keys': { 'key.created': 'New keys', 'key.changed': 'Changed keys', 'key.revoked': 'Revoked keys' },
  Connections: { 'connection.granted': 'New connections', 'connection.ended': 'Ended connections' },
  Billing: {
    'billing.plan_changed': 'Plan changes',
    'billing.status_changed': 'Subscription changes',
    'billing.link_created': 'Billing links',
  },
  HubSpot: {
    'hubspot.connected': 'Connections of HubSpot',
    'hubspot.disconnected': 'Disconnections of HubSpot',
    'hubspot.sent': 'Contacts sent to HubSpot',
  },
  Data: { 'data.exported': 'Exports', 'watch.created': 'New watches', 'watch.deleted': 'Ended watches' },
}

const detailNames: Record<string, string> = {
  kind: 'for',
  credit_limit: 'limit',
  credit_limit_before: 'limit before',
  role_before: 'role before',
  plan_before: 'plan before',
  status_before: 'status before',
  expires_at: 'expires',
  list_id: 'list',
  mail_before: 'mail before',
}

/** What values are called that are codes. */
const valueNames: Record<string, string> = {
  top_up: 'credit pack',
  past_due: 'payment failed',
  true: 'yes',
  false: 'no',
}

const wordsOf = (value: string | null): string =>
  value === null
    ? 'none'
    : (valueNames[value] ?? (/^[a-z]+(_[a-z]+)+$/.test(value) ? value.replaceAll('_', ' ') : value))

/** The details as one line: `role: admin, limit: none`. */
export const detailsOf = ({ details }: AuditEntry): string =>
  details.map(({ name, value }) => `${detailNames[name] ?? name.replaceAll('_', ' ')}: ${wordsOf(value)}`).join(', ')

/** A wrong password comes from nobody knows whom; the provider and the operator have no member's name. */
export function whoOf({ actor, door, action }: AuditEntry): string {
  if (actor?.type === 'operator') return 'Operator of this service'
  if (actor) return actor.name ?? 'Someone who has left'
  return action === 'sign_in.failed' ? 'Unknown' : doorNames[door]
}

/** What has no network address. */
export const placeOf = (door: AuditEntry['door']): string => (door === 'operator' ? 'Command line' : doorNames[door])

export const auditQuery = (action: AuditAction | null) =>
  infiniteQueryOptions({
    queryKey: ['listAuditEntries', action],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      call('listAuditEntries', {
        signal,
        query: { limit: 50, ...(action && { action }), ...(pageParam && { cursor: pageParam }) },
      }),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    staleTime: 0,
  })
