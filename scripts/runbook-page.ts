import { runbook } from '../src/operator/runbook.ts'
import { runbookPath } from '../src/operator/serve-runbook.ts'

/** deploy/prometheus/alerts.yml. */
export function renderAlerts(): string {
  const rules = runbook.map(({ alert, when, means }) => [
    `      - alert: ${alert}`,
    `        expr: ${when.expr}`,
    ...(when.for ? [`        for: ${when.for}`] : []),
    `        labels: { severity: ${when.severity} }`,
    '        annotations:',
    `          summary: ${JSON.stringify(/^.*?\.(?= |$)/.exec(means)![0])}`,
    `          runbook_url: '{{ $externalLabels.console }}${runbookPath}#${alert}'`,
  ])
  return [
    '# Alert rules for Prometheus, written from src/operator/runbook.ts by "npm run generate". Checked by promtool: "npm run check-alerts".',
    '# Each links to its section of the runbook in the console, whose address prometheus.yml names; docs/runbook.md has the same text.',
    'groups:',
    '  - name: prospector',
    '    rules:',
    ...rules.flat(),
    '',
  ].join('\n')
}

const list = (texts: readonly string[]): string => texts.map((text) => `- ${text}`).join('\n')

/** docs/runbook.md, for whoever can't open the console. */
export function renderRunbook(): string {
  const sections = runbook.map(
    ({ alert, means, lookAt, toDo }) =>
      `## ${alert}\n\n${means}\n\n**Look at**\n\n${list(lookAt)}\n\n**Do**\n\n${list(toDo)}\n`,
  )
  return `# Runbook

What each alert of \`deploy/prometheus/alerts.yml\` means, what to look at, and what to do. The console shows the same at
\`/operator/runbook\`, where the alerts link to. Written from \`src/operator/runbook.ts\` by \`npm run generate\`.

On 18 November 2026 these were followed with the fault made on purpose, on two nodes with PostgreSQL 15 behind HAProxy: ProspectorDown and ProspectorUnavailable (a node killed, the
database stopped), ProspectorErrors (a table renamed), ProspectorSlowReveals and ProspectorConnectionsWaitedFor (a lock held), ProspectorUnknownPrice, ProspectorJobsFailed (Stripe away),
ProspectorMailFails (every mail refused) and ProspectorBackupLate (its folder gone); and on one node with the embedded database: ProspectorOverloaded (700 connections of one account),
ProspectorIndexBehind (a table renamed), ProspectorJobsWaiting (600 mails at once), ProspectorWebhooksLate (a lock held, attempts set back), ProspectorWebhooksAllFail (no way out),
ProspectorCustomerJobHangs and ProspectorCustomerJobFailed (a table renamed, the job’s clock set back), ProspectorDeletionListsDue (a refused key, the date set back) and
ProspectorMemory (2 GB held by the process, for the 15 minutes that the alert waits). \`systemctl\`, \`journalctl\` and \`iostat\` were not tried there.

${sections.join('\n')}`
}
