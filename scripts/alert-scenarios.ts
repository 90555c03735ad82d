/**
 * For each alert of deploy/prometheus/alerts.yml what Prometheus sees, minute by minute. All is well until the tenth minute; in the
 * eleventh the fault begins, and the alert fires when the rule's `for:` has passed, not a minute earlier.
 */
const node = 'instance="one",job="prospector"'
const ofNode = { instance: 'one', job: 'prospector' }

type Series = { series: string; values: string }

/** A gauge that is `before` until the fault begins, and `after` from then on. */
const gauge = (series: string, before: number, after: number): Series => ({
  series,
  values: `${before}+0x10 ${after}+0x290`,
})
/** A counter that stands still until the fault begins, and then grows. */
const counter = (series: string, eachMinute: number): Series => ({
  series,
  values: `0+0x10 ${eachMinute}+${eachMinute}x290`,
})
/** One that has grown all the time. */
const busy = (series: string, eachMinute: number): Series => ({ series, values: `0+${eachMinute}x300` })

const requests = (status: number) =>
  `prospector_request_seconds_count{${node},operation="searchStores",status="${status}"}`
const reveals = (le: string) => `prospector_request_seconds_bucket{${node},operation="revealContacts",le="${le}"}`
const mails = (queue: string) => `prospector_job_seconds_count{${node},queue="${queue}",outcome="failed"}`
const attempts = (outcome: string) => `prospector_webhook_attempts_total{${node},outcome="${outcome}"}`

type Scenario = { fault: Series[]; quiet: Series[]; labels?: Record<string, string> }

/** `labels`: those of the alert next to its severity. `quiet`: what looks alike, together, and raises nothing. */
export const scenarios: Record<string, Scenario> = {
  ProspectorDown: { fault: [gauge(`up{${node}}`, 1, 0)], labels: ofNode, quiet: [gauge('up{job="other"}', 1, 0)] },
  ProspectorErrors: {
    fault: [counter(requests(500), 60)],
    quiet: [counter(requests(404), 60), counter(requests(500), 1)],
  },
  ProspectorUnavailable: {
    fault: [busy(requests(200), 600), counter(requests(503), 600)],
    quiet: [busy(requests(200), 600), counter(requests(503), 6)],
  },
  ProspectorOverloaded: {
    fault: [counter(`prospector_requests_refused{${node}}`, 600)],
    labels: ofNode,
    quiet: [counter(`prospector_requests_refused{${node}}`, 30)],
  },
  ProspectorSlowReveals: {
    fault: [busy(reveals('0.5'), 0), counter(reveals('1'), 600), counter(reveals('+Inf'), 600)],
    quiet: [counter(reveals('0.5'), 600), counter(reveals('1'), 601), counter(reveals('+Inf'), 601)],
  },
  ProspectorUnknownPrice: {
    fault: [gauge(`prospector_billing_unknown_prices_total{${node}}`, 0, 1)],
    labels: ofNode,
    quiet: [gauge(`prospector_billing_unknown_prices_total{${node}}`, 1, 1)],
  },
  ProspectorIndexBehind: {
    fault: [gauge(`prospector_index_behind_seconds{${node}}`, 0, 601)],
    labels: ofNode,
    quiet: [gauge(`prospector_index_behind_seconds{${node}}`, 0, 600)],
  },
  ProspectorJobsWaiting: {
    fault: [gauge(`prospector_jobs{${node},queue="notice",state="ready"}`, 0, 501)],
    labels: { queue: 'notice' },
    quiet: [gauge(`prospector_jobs{${node},queue="notice",state="ready"}`, 0, 500)],
  },
  ProspectorJobsFailed: {
    fault: [gauge(`prospector_jobs{${node},queue="billing",state="failed"}`, 0, 1)],
    labels: { queue: 'billing' },
    quiet: [gauge(`prospector_jobs{${node},queue="billing",state="ready"}`, 0, 1)],
  },
  ProspectorMailFails: {
    fault: [gauge(mails('sign_in_mail'), 0, 5)],
    labels: { queue: 'sign_in_mail' },
    quiet: [gauge(mails('sign_in_mail'), 0, 3), gauge(mails('housekeeping'), 0, 50)],
  },
  ProspectorWebhooksLate: {
    fault: [gauge(`prospector_webhook_late_seconds{${node}}`, 0, 301)],
    quiet: [gauge(`prospector_webhook_late_seconds{${node}}`, 0, 300)],
  },
  ProspectorWebhooksAllFail: {
    fault: [busy(attempts('delivered'), 0), counter(attempts('failed'), 30)],
    quiet: [busy(attempts('delivered'), 10), counter(attempts('failed'), 30)],
  },
  ProspectorCustomerJobHangs: {
    fault: [gauge(`prospector_customer_job_idle_seconds{${node},kind="enrich"}`, 0, 901)],
    labels: { kind: 'enrich' },
    quiet: [gauge(`prospector_customer_job_idle_seconds{${node},kind="enrich"}`, 0, 900)],
  },
  ProspectorCustomerJobFailed: {
    fault: [gauge(`prospector_customer_jobs{${node},kind="enrich",status="failed"}`, 0, 1)],
    labels: { kind: 'enrich' },
    quiet: [gauge(`prospector_customer_jobs{${node},kind="enrich",status="running"}`, 0, 1)],
  },
  ProspectorDeletionListsDue: {
    fault: [gauge(`prospector_drop_due_seconds{${node}}`, 432_000, 431_999)],
    quiet: [gauge(`prospector_drop_due_seconds{${node}}`, 432_000, 432_000)],
  },
  ProspectorBackupLate: {
    fault: [gauge(`prospector_backup_late_seconds{${node}}`, 0, 21_601)],
    quiet: [gauge(`prospector_backup_late_seconds{${node}}`, 0, 21_600)],
  },
  ProspectorConnectionsWaitedFor: {
    fault: [gauge(`prospector_database_connections{${node},state="waited_for"}`, 0, 6)],
    labels: { ...ofNode, state: 'waited_for' },
    quiet: [gauge(`prospector_database_connections{${node},state="in_use"}`, 0, 60)],
  },
  ProspectorMemory: {
    fault: [gauge(`process_resident_memory_bytes{${node}}`, 500_000_000, 2_000_000_001)],
    labels: ofNode,
    quiet: [gauge('process_resident_memory_bytes{job="other"}', 0, 9_000_000_000)],
  },
}
