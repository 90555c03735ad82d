/** The machine's side: this node, the database, queues, and what does not move. */
import { html } from '../base/html.ts'
import { count } from '../base/words.ts'
import { type Console, consolePath } from './console.ts'
import { getSystemOperation } from './get-system.ts'
import { healthPart } from './health-part.ts'
import type { OperatorNeeds } from './operation.ts'
import { date, facts, mono, tableOr } from './page-parts.ts'
import { runOperation } from './serve-admin.ts'

const inGigabytes = (bytes: number): string =>
  bytes < 2 ** 30 ? `${Math.ceil(bytes / 2 ** 20)} MiB` : `${(bytes / 2 ** 30).toFixed(1)} GiB`
const account = (id: string) => html`<a href="${consolePath}/accounts/${id}">${mono(id)}</a>`

function inTime(seconds: number): string {
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
  ]
  return days > 0 ? `${days} d ${hours} h` : `${hours} h ${minutes} min`
}

export function serveSystem({ page, callerOf }: Console, needs: OperatorNeeds): void {
  page(`${consolePath}/system`, async (visitor) => {
    const call = { by: callerOf(visitor, null), body: {}, query: {}, params: {} }
    const { findings, node, nodes, database, programs, standbys, queues, webhooks, jobs } = await runOperation(
      getSystemOperation,
      call,
      needs,
    )
    return {
      title: 'System',
      body: html`<h1>System</h1>
        ${healthPart(findings)}
        <h2>This node</h2>
        ${facts([
          ['Version', html`${node.version} · <a href="${consolePath}/system/releases">Release notes</a>`],
          ['Runtime', node.runtime],
          ['Process', `${node.process_id}, up for ${inTime(node.up_seconds)}`],
          ['Memory', inGigabytes(node.memory_bytes)],
          ['Disk of DATA_DIR', node.disk_free_bytes === null ? null : `${inGigabytes(node.disk_free_bytes)} free`],
          ['Cores', node.cores],
        ])}
        <h2>Nodes</h2>
        ${tableOr(
          'No node is connected to the database.',
          'Nodes',
          ['From', 'Process', 'Version', '#Threads'],
          nodes.map((one) => [one.address ?? 'this machine', String(one.process_id), one.version, one.threads]),
        )}
        ${new Set(nodes.map(({ version }) => version)).size > 1 && html`<p class="quiet">Nodes of several versions run side by side. After an upgrade, restart those of the older one.</p>`}
        <h2>Database</h2>
        ${facts([
          ['PostgreSQL', database.version],
          ['Size', inGigabytes(database.size_bytes)],
          ['Connections', `${count(database.connections)} of ${count(database.connections_max)}`],
          ['Last migration', database.last_migration],
        ])}
        ${tableOr(
          'Nobody is connected.',
          'Who is connected',
          ['Program', 'From', '#Connections'],
          programs.map(({ program, address, connections }) => [program, address ?? 'this machine', connections]),
        )}
        ${tableOr(
          'No standby is connected, or this role may not see it.',
          'Standbys',
          ['Standby', 'State', '#Lag, seconds'],
          standbys.map(({ name, state, lag_seconds }) => [name, state, lag_seconds]),
        )}
        <h2>Background work</h2>
        ${tableOr(
          'Nothing waits, runs or failed.',
          'Background work',
          ['Queue', 'State', '#Jobs'],
          queues.map(({ queue, state, jobs: number }) => [queue, state, number]),
        )}
        <h2>Webhooks that fail</h2>
        ${tableOr(
          'No webhook fails.',
          'Webhooks that fail',
          ['Account', 'Host', 'Failing since', '#Waiting'],
          webhooks.map((one) => [account(one.account_id), one.host, date(one.failing_since), one.pending]),
        )}
        <h2>Jobs of customers that failed, run or wait</h2>
        ${tableOr(
          'No job runs.',
          'Jobs of customers',
          ['Job', 'Account', 'Kind', 'Status', '#Done', '#Of', 'Last progress'],
          jobs.map((job) => [
            ...[mono(job.job_id), account(job.account_id), job.kind, job.status, job.done, job.total],
            date(job.progressed_at),
          ]),
        )}
        <p class="quiet">Load and latency of every node are in the metrics (METRICS_PORT).</p>`,
    }
  })
}
