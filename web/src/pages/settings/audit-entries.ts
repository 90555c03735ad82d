import { infiniteQueryOptions } from '@tanstack/react-query'
import { call, type Reply } from '../../api/call.ts'
import { doors } from '../../shared/doors.ts'

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
    'billing.cancelled': 'Cancellations',
    'billing.link_created': 'Billing links',
  },
  HubSpot: {
    'hubspot.connected': 'Connections of HubSpot',
    'hubspot.disconnected': 'Disconnections of HubSpot',
    'hubspot.sent': 'Contacts sent to HubSpot',
  },
  Data: { 'data.exported': 'Exports', 'watch.created': 'New watches', 'watch.deleted': 'Ended watches' },
}

/** What has no network address. */
export const placeOf = (door: AuditEntry['door']): string => (door === 'operator' ? 'Command line' : doors[door].name)

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
