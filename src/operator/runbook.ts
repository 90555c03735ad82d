import { localOrigin } from '../base/api-paths.ts'
import { eventDays } from '../base/event-types.ts'
import { refusalsLoggedEverySeconds } from '../http/refuse-overload.ts'
import { hangsAfterMinutes } from '../jobs/operator-jobs.ts'
import { attemptsMax } from '../jobs/run-slice.ts'
import { alertDaysBefore } from '../privacy/drop/batches.ts'
import { queues } from '../queue/queues.ts'
import { linkLasts } from '../sign-in/mails.ts'
import { retries } from '../webhooks/attempts.ts'
import { warnAfterHours } from '../webhooks/webhook-mail.ts'
import { lateAfterHours } from './health/backup-checks.ts'

/**
 * The alerts and the runbook: when each fires, what it means (its first sentence is the alert's own), what to look at, what to do. `npm run
 * generate` writes `deploy/prometheus/alerts.yml` and `docs/runbook.md`; alerts link to `/operator/runbook`. `Backticks` mark code.
 */
export type RunbookEntry = {
  alert: string
  when: { severity: 'page' | 'warn'; for?: string; expr: string }
  means: string
  lookAt: readonly string[]
  toDo: readonly string[]
}

export const runbook: readonly RunbookEntry[] = [
  {
    alert: 'ProspectorDown',
    when: { severity: 'page', for: '1m', expr: 'up{job="prospector"} == 0' },
    means:
      'A node does not answer on its metrics port. Either its process is gone, or it hangs, or the collector can’t reach it. If it was the only node, nobody is served.',
    lookAt: [
      `\`curl -i ${localOrigin}/healthz\` on that machine. If it answers, only the metrics port is missing: check \`METRICS_PORT\` and the collector’s target.`,
      '`systemctl status prospector` and `journalctl -u prospector -n 50`. A node that can’t start says why in its last line.',
      '`prospector doctor` on the same machine. It needs the database, and says so if that is what is missing.',
    ],
    toDo: [
      'Start it: `systemctl restart prospector`. A node that was killed loses nothing; reveals are committed before they are answered.',
      'If the log says that the database requires a newer version, install the version that the other nodes run.',
      'If the kernel killed it (`journalctl -k | grep -i oom`), see ProspectorMemory.',
    ],
  },
  {
    alert: 'ProspectorErrors',
    when: { severity: 'page', for: '5m', expr: 'sum(rate(prospector_request_seconds_count{status="500"}[5m])) > 0.05' },
    means: 'Requests fail with 500: something happened that nobody expected. Callers see `internal_error` and retry.',
    lookAt: [
      'Lines with `"level":50` in the log: each has the error with its stack and the `request_id` that the caller was told.',
      'Whether all of them are one operation: the panel of requests by operation and status, or `operation` in the log.',
    ],
    toDo: [
      'After an upgrade: go back to the release before. Old nodes may run on the new database, unless `prospector upgrade --check` said otherwise.',
      'If the errors come from the database (`57P01`, `53100`, `XX000`, …), fix that first: disk, memory, a corrupt index.',
      'Otherwise report it with one such log line. No line holds a secret or an address.',
    ],
  },
  {
    alert: 'ProspectorUnavailable',
    when: {
      severity: 'page',
      for: '2m',
      expr: 'sum(rate(prospector_request_seconds_count{status="503"}[5m])) / sum(rate(prospector_request_seconds_count[5m])) > 0.02',
    },
    means: 'More than 2 % of requests get 503. The database is away or slow, or a node is overloaded.',
    lookAt: [
      `\`curl -i ${localOrigin}/readyz\`: 503 means that this node misses the database, or is about to stop.`,
      '`prospector doctor`: whether the database answers, how many connections are in use, how long transactions have been open.',
      'The panels of refusals by code: `service_unavailable` is the database, overload is counted by `prospector_requests_refused`.',
    ],
    toDo: [
      'If the database is away, bring it back. Nodes reconnect without a restart; a node’s embedded database restarts within 10 seconds.',
      'If connections are used up, end what holds them (`pg_stat_activity`), or raise `max_connections`.',
      'If it is overload, see ProspectorOverloaded.',
    ],
  },
  {
    alert: 'ProspectorOverloaded',
    when: { severity: 'warn', for: '5m', expr: 'rate(prospector_requests_refused[5m]) > 1' },
    means:
      'A node refuses requests because it has more than it can answer in time. The account that sends most is refused first; nothing is lost, and clients retry.',
    lookAt: [
      `The log: \`requests were refused: more than can be answered in time\`, with their number every ${refusalsLoggedEverySeconds} seconds.`,
      'Who sends: `tail -n 20000 LOG | grep -o \'"account_id":"[^"]*"\' | sort | uniq -c | sort -rn | head`. Only answered requests have a line of their own, and one account far ahead of the others is the cause.',
      'The processors of the node and of the database: which of them is full?',
    ],
    toDo: [
      'One account alone: lower its limit of requests a minute (`prospector account set ACCOUNT --rpm 60`), or suspend it if it is abuse (`prospector account suspend ACCOUNT --reason TEXT`).',
      'A program that takes no notice of 429 and 403 goes on being refused, and the alert goes on with it. Write to the owner, or block its address at the proxy, whose log has it.',
      'Many accounts: add a node, then give the database more cores (docs/scaling.md, docs/capacity.md).',
    ],
  },
  {
    alert: 'ProspectorSlowReveals',
    when: {
      severity: 'warn',
      for: '5m',
      expr: 'histogram_quantile(0.99, sum by (le) (rate(prospector_request_seconds_bucket{operation="revealContacts"}[5m]))) > 0.5',
    },
    means:
      'One reveal in a hundred takes longer than half a second. A reveal waits for the disk of the database, and for locks on its account.',
    lookAt: [
      '`SELECT pid, wait_event_type, wait_event, now() - xact_start AS open, left(query, 80) FROM pg_stat_activity WHERE xact_start IS NOT NULL ORDER BY xact_start`: transactions that are open for seconds. Ask as the superuser, or as the role in `DATABASE_URL`: the owner of the tables sees nothing of others.',
      'The write latency of the database’s disk (`iostat -x 5`), and of the standby if commits wait for one.',
    ],
    toDo: [
      'End what holds locks, as the same role: `SELECT pg_terminate_backend(pid)`. What waited is answered at once. Backups and imports of Prospector hold none for long.',
      'If the disk is slow, move the write-ahead log to a faster one. Don’t turn `synchronous_commit` off: a crash would lose reveals that were answered.',
    ],
  },
  {
    alert: 'ProspectorUnknownPrice',
    when: { severity: 'warn', expr: 'increase(prospector_billing_unknown_prices_total[2h]) > 0' },
    means:
      'A subscription at Stripe has a price that stands for no plan. Its account keeps the plan that it has, and does not get what was paid for.',
    lookAt: [
      'The log: `unknown price` names the price, the customer and the subscription.',
      'Stripe’s dashboard: who made the price, and for which plan?',
    ],
    toDo: [
      'Name the price in the plans (`stripe_price`, or the lookup key of docs/stripe.md).',
      '`prospector billing reconcile` then gives the account its plan; `--dry-run` shows it first.',
    ],
  },
  {
    alert: 'ProspectorIndexBehind',
    when: { severity: 'warn', for: '5m', expr: 'prospector_index_behind_seconds > 600' },
    means:
      'The search index of a node lacks changes of the catalogue that are more than ten minutes old: searches there answer with the catalogue as it was. An import or an ingestion that goes on for hours raises nothing as long as the index follows. Reveals and opt-outs are not affected. A node that can’t build its first index does not start: that is ProspectorDown.',
    lookAt: [
      'Its log: `the search index could not be brought up to date`, twice a second, with the error; usually memory or the database.',
      '`prospector_index_behind_seconds` of the other nodes. If all are behind, it is the database; else that node.',
      'How large the catalogue is (`prospector doctor`), and how much memory is free. Building all of it takes about 5 µs of processor time a contact.',
    ],
    toDo: [
      'Fix what the error names, free memory, or bring the database back: the next try comes by itself, and the alert ends with it.',
      'If only one node is behind and its log names nothing, restart it.',
    ],
  },
  {
    alert: 'ProspectorJobsWaiting',
    when: { severity: 'warn', for: '15m', expr: 'max by (queue) (prospector_jobs{state="ready"}) > 500' },
    means: 'Background work piles up: mails, notices of billing, slices of customers’ jobs. It is late, and not lost.',
    lookAt: [
      'Which kind: the label `queue`, or the page System of the console. The metric is counted once a minute.',
      'The log: `a job failed` names the kind and the error. Attempts that fail wait longer each time.',
    ],
    toDo: [
      'If something fails, fix what the error names; if it is mail, see ProspectorMailFails.',
      'If nothing fails, wait or add a node: each takes one of a kind every two seconds, so 900 mails take half an hour on one.',
    ],
  },
  {
    alert: 'ProspectorJobsFailed',
    when: { severity: 'warn', for: '15m', expr: 'max by (queue) (prospector_jobs{state="failed"}) > 0' },
    means: 'Background work failed for good: its attempts are used up, and nobody tries again.',
    lookAt: [
      '`prospector doctor` says how many, and of which kinds; so does the page System of the console.',
      'The log: `a job failed`, with the error of the last attempt.',
    ],
    toDo: [
      'Fix what the error names. Work that the clock starts (housekeeping, billing, reconcile, privacy, drop) runs again by itself, with everything that was left.',
      'A notice of billing that was not sent stays unsent: tell the customer yourself.',
      'The record of a failure goes after a day, and the alert with it.',
    ],
  },
  {
    alert: 'ProspectorMailFails',
    when: {
      severity: 'page',
      for: '5m',
      expr: 'sum by (queue) (increase(prospector_job_seconds_count{queue=~"notice|.*_mail|privacy",outcome="failed"}[30m])) > 3',
    },
    means: `Mails can’t be sent. Notices of billing, news and mails about webhooks are tried ${queues.notice.retryLimit + 1} times over one to two hours; confirmations, password resets and invitations (\`sign_in_mail\`) ${queues.sign_in_mail.retryLimit + 2} times over about 40 minutes, because their links work for ${linkLasts}.`,
    lookAt: [
      '`prospector doctor`: whether the mail server accepts connections. It sends nothing: a server that refuses every mail looks fine there.',
      'The log: `a mail could not be sent yet` has the answer of the mail server; `a job failed` names the kind (`notice`, `sign_in_mail`, `watch_mail`, …) with its code, such as `EAUTH 535` or `ECONNREFUSED`.',
    ],
    toDo: [
      'Fix `SMTP_URL` (address, password, TLS) and restart the nodes, or bring the mail server back. What is still being tried is then sent.',
      'Mails whose attempts are used up are gone: people ask again for those of sign-in, and invite again.',
    ],
  },
  {
    alert: 'ProspectorWebhooksLate',
    when: { severity: 'warn', for: '10m', expr: 'max(prospector_webhook_late_seconds) > 300' },
    means:
      'Something has been due for a webhook for more than five minutes. Nodes run, and can’t send, or are too slow.',
    lookAt: [
      'The log of the nodes: `a webhook could not be served`, `each webhook could not be looked at`, with the error.',
      '`prospector webhooks list`: which of them have many deliveries waiting.',
    ],
    toDo: [
      `Fix what the error names. \`55P03\` is a lock that somebody holds: ProspectorConnectionsWaitedFor says how to find and end it. Nothing is lost: events are kept for ${eventDays} days.`,
      'With very many events one node may be too slow: add one. Receivers that take long hold up only their own account.',
    ],
  },
  {
    alert: 'ProspectorWebhooksAllFail',
    when: {
      severity: 'warn',
      for: '15m',
      expr: 'sum(increase(prospector_webhook_attempts_total{outcome="failed"}[30m])) / sum(increase(prospector_webhook_attempts_total[30m])) > 0.9 and sum(increase(prospector_webhook_attempts_total[30m])) > 20',
    },
    means: 'Nearly every request to a webhook fails. If many accounts are concerned, the nodes have no way out.',
    lookAt: [
      '`prospector webhooks list --failing`: one account or many?',
      '`prospector webhooks show WEBHOOK` of one of them: the status or the error of its last attempts.',
      'From the node: `curl -I https://example.com`. Name resolution, firewall and proxy.',
    ],
    toDo: [
      `Many accounts: restore the way out. Each delivery is tried again for ${retries.days} days, after longer and longer pauses; \`prospector webhooks resend WEBHOOK --event EVENT\` sends one at once.`,
      `One account: its receiver is down. Its owners are notified after ${warnAfterHours} hours; there is nothing to do.`,
    ],
  },
  {
    alert: 'ProspectorCustomerJobHangs',
    when: {
      severity: 'warn',
      for: '5m',
      expr: `max by (kind) (prospector_customer_job_idle_seconds) > ${hangsAfterMinutes * 60}`,
    },
    means: `It is the turn of a customer’s job, and nothing has been done for it for ${hangsAfterMinutes} minutes.`,
    lookAt: [
      '`prospector jobs list --status running` and `--status queued`, then `prospector jobs show JOB` of the one without progress: how many attempts, and when the next one is.',
      'The log: `a slice of a job failed`, with the `job_id` and the error.',
    ],
    toDo: [
      `If a slice fails, fix what the error names. The job continues where it was, on any node, and charges nothing twice. After ${attemptsMax} attempts without progress, about 20 minutes, it fails.`,
      'If nothing fails and jobs only wait, see ProspectorJobsWaiting.',
      '`prospector jobs cancel JOB` ends it. What was paid stays revealed.',
    ],
  },
  {
    alert: 'ProspectorCustomerJobFailed',
    when: { severity: 'warn', expr: 'max by (kind) (prospector_customer_jobs{status="failed"}) > 0' },
    means: `A job of a customer made no progress in ${attemptsMax} attempts and has failed. What was paid stays revealed.`,
    lookAt: [
      '`prospector jobs list --status failed`.',
      'The log: `a slice of a job failed`, with the `job_id` and the error of each attempt.',
    ],
    toDo: [
      'Fix what the error names, and tell the customer: they make a job of the rest, and nothing is charged twice.',
      'The alert ends a day after the failure.',
    ],
  },
  {
    alert: 'ProspectorDeletionListsDue',
    when: { severity: 'warn', for: '1h', expr: `min(prospector_drop_due_seconds) < ${alertDaysBefore} * 86400` },
    means: `California’s deletion lists have to be answered within ${alertDaysBefore} days, or are overdue. The law sets the date.`,
    lookAt: ['`prospector privacy drop status`: when they are due, and what is wrong.'],
    toDo: [
      'A key that is refused (`The platform answered 401`): renew it, set `DROP_API_KEY` and restart the nodes. A batch that can’t be read: ask DROP support for another.',
      '`prospector privacy drop run` then answers at once; a node would within the hour.',
    ],
  },
  {
    alert: 'ProspectorBackupLate',
    when: { severity: 'page', for: '15m', expr: `max(prospector_backup_late_seconds) > ${lateAfterHours * 3_600}` },
    means: `A backup has been due for more than ${lateAfterHours} hours, and none was made that could be restored.`,
    lookAt: [
      '`prospector doctor`: when the last good one was made, and why the last try failed.',
      '`prospector backup list`: what lies in the place, and which are verified.',
    ],
    toDo: [
      'Do what docs/backups.md says of that sentence (“When something is wrong”): space, mount, keys, clock.',
      '`prospector backup run` makes one now and tries it out.',
      'With `BACKUP_CHECK_FILE`: look at your own tool.',
    ],
  },
  {
    alert: 'ProspectorConnectionsWaitedFor',
    when: { severity: 'warn', for: '2m', expr: 'prospector_database_connections{state="waited_for"} > 5' },
    means:
      'Requests wait for a connection to the database: statements take long, or the database takes few connections.',
    lookAt: [
      '`SELECT state, wait_event_type, count(*) FROM pg_stat_activity GROUP BY 1, 2`, as the superuser or the role in `DATABASE_URL`: many that wait for `Lock` have one cause.',
      '`SELECT pid, pg_blocking_pids(pid), left(query, 80) FROM pg_stat_activity WHERE cardinality(pg_blocking_pids(pid)) > 0`: who blocks whom.',
    ],
    toDo: [
      'End the one that blocks: `SELECT pg_terminate_backend(pid)`, as the superuser or as its own role.',
      'If nothing blocks and the database’s processors are full, it needs more cores. More connections would not help.',
    ],
  },
  {
    alert: 'ProspectorMemory',
    when: { severity: 'warn', for: '15m', expr: 'process_resident_memory_bytes{job="prospector"} > 2e9' },
    means:
      'A node has used more than 2 GB for a quarter of an hour. With a catalogue of five million contacts that is what the index takes; with a smaller one something holds on to memory.',
    lookAt: [
      'How many contacts there are (`prospector doctor`): a node takes about half a GiB, and 0.3 GiB for each million of them (docs/benchmarks.md, “peak memory of the process”).',
      'The panel of memory, over a week: whether it grows while the catalogue does not.',
      '`nodejs_heap_size_used_bytes` and `nodejs_external_memory_bytes` of that node: the index is in the second one.',
      'How much the machine has left: `free -m`. When nothing is left the kernel kills the node, and that is ProspectorDown.',
    ],
    toDo: [
      'If the contacts explain it, raise the limit in the alert rule to what your nodes take, and a quarter more. `promtool check rules` reads the file again, and Prometheus with SIGHUP.',
      'If not, restart the node: others take over, and the alert ends within a minute of it. Report it with the panel and both figures.',
    ],
  },
]
