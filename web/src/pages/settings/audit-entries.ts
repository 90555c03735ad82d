import { infiniteQueryOptions } from '@tanstack/react-query'
import { call, type Reply } from '../../api/call.ts'
import { doors } from '../../shared/doors.ts'

export type AuditEntry = Reply<'listAuditEntries'>['data'][number]
export type AuditAction = AuditEntry['action']

/** What people look for: the group and the words of the filter. Null: no account's log holds it. */
const filters: Record<AuditAction, readonly [group: string, words: string] | null> = {
  'sign_in.succeeded': ['Sign-in', 'Sign-ins'],
  'sign_in.failed': ['Sign-in', 'Failed sign-ins'],
  'session.ended': ['Sign-in', 'Ended sessions'],
  'password.changed': ['Sign-in', 'Password changes'],
  'password.reset': ['Sign-in', 'Password resets'],
  'two_factor.enabled': ['Sign-in', 'Second factor turned on'],
  'two_factor.disabled': ['Sign-in', 'Second factor turned off'],
  'two_factor.codes_created': ['Sign-in', 'New backup codes'],
  'account.created': ['Account', 'Creation of the account'],
  'account.renamed': ['Account', 'Renames'],
  'account.changed': ['Account', 'Changes by the operator'],
  'account.suspended': ['Account', 'Suspensions'],
  'account.lifted': ['Account', 'Lifted suspensions'],
  'account.viewed': ['Account', 'Support views'],
  'member.invited': ['Members', 'Invitations'],
  'member.invitation_withdrawn': ['Members', 'Withdrawn invitations'],
  'member.joined': ['Members', 'People who joined'],
  'member.changed': ['Members', 'Changes of role or limit'],
  'member.removed': ['Members', 'People who were removed'],
  'member.left': ['Members', 'People who left'],
  'key.created': ['API keys', 'New keys'],
  'key.changed': ['API keys', 'Changed keys'],
  'key.revoked': ['API keys', 'Revoked keys'],
  'connection.granted': ['Connections', 'New connections'],
  'connection.changed': ['Connections', 'Changed limits of connections'],
  'connection.ended': ['Connections', 'Ended connections'],
  'webhook.created': ['Webhooks', 'New webhooks'],
  'webhook.changed': ['Webhooks', 'Changed webhooks'],
  'webhook.resent': ['Webhooks', 'Events sent again'],
  'webhook.secret_rotated': ['Webhooks', 'Rotated secrets'],
  'webhook.deleted': ['Webhooks', 'Deleted webhooks'],
  'billing.plan_changed': ['Billing', 'Plan changes'],
  'billing.plan_change_cancelled': ['Billing', 'Plan changes taken back'],
  'billing.status_changed': ['Billing', 'Subscription changes'],
  'billing.trial_ended': ['Billing', 'Trials ended early'],
  'billing.cancelled': ['Billing', 'Cancellations'],
  'billing.cancellation_withdrawn': ['Billing', 'Withdrawn cancellations'],
  'billing.subscription_kept': ['Billing', 'Cancelled subscriptions that were kept'],
  'billing.auto_top_up_changed': ['Billing', 'Changes of automatic top-up'],
  'billing.link_created': ['Billing', 'Billing links'],
  'billing.settled': ['Billing', 'Settlements with the payment provider'],
  'credits.granted': ['Credits', 'Credits given'],
  'credits.refunded': ['Credits', 'Refunds'],
  'bounces.decided': ['Credits', 'Decisions on bounces'],
  'hubspot.connected': ['HubSpot', 'Connections of HubSpot'],
  'hubspot.changed': ['HubSpot', 'Changes of what is sent'],
  'hubspot.disconnected': ['HubSpot', 'Disconnections of HubSpot'],
  'hubspot.sent': ['HubSpot', 'Contacts sent to HubSpot'],
  'data.exported': ['Data', 'Exports'],
  'job.cancelled': ['Data', 'Cancelled jobs'],
  'contact.deletion_confirmed': ['Data', 'Confirmed deletions'],
  'watch.created': ['Data', 'New watches'],
  'watch.changed': ['Data', 'Changed watches'],
  'watch.deleted': ['Data', 'Ended watches'],
  'account.erased': null,
  'oauth_client.created': null,
  'oauth_client.revoked': null,
  'catalogue.imported': null,
  'catalogue.import_undone': null,
  'changes.released': null,
  'changes.discarded': null,
  'plans.changed': null,
  'operator.created': null,
  'operator.removed': null,
  'operator.reset': null,
  'operator_key.created': null,
  'operator_key.revoked': null,
  'source.changed': null,
  'contact.suppressed': null,
  'contact.unsuppressed': null,
  'contact.erased': null,
  'privacy.drop_run': null,
  'privacy.drop_amended': null,
  'privacy.notices_sent': null,
  'privacy.notices_told': null,
  'privacy.withholding_changed': null,
  'privacy.answered': null,
}

const named = (Object.keys(filters) as AuditAction[]).flatMap((action) => {
  const filter = filters[action]
  return filter ? [{ action, group: filter[0], words: filter[1] }] : []
})

export const actionGroups = [...Map.groupBy(named, ({ group }) => group)]

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
