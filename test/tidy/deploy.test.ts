/** What we ship to run it with keeps the promises of the service. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { stopSecondsMax } from '../../cli/commands/serve.ts'
import { scenarios } from '../../scripts/alert-scenarios.ts'
import { renderAlerts, renderRunbook } from '../../scripts/runbook-page.ts'
import { grantExpiry } from '../../src/credits/grants.ts'
import { hangsAfterMinutes } from '../../src/jobs/operator-jobs.ts'
import { lateAfterHours } from '../../src/operator/health/backup-checks.ts'
import { operatorOperations } from '../../src/operator/operations.ts'
import { runbook } from '../../src/operator/runbook.ts'
import { runbookPath } from '../../src/operator/serve-runbook.ts'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

it('HTTP-17: the shipped proxy compresses nothing: the service knows what must stay plain', () => {
  expect(read('deploy/Caddyfile')).not.toMatch(/^\s*encode\b/m)
})

it('SEC-31: the shipped database has a superuser that the service does not use', () => {
  const compose = read('deploy/compose.yaml')
  const superuser = /POSTGRES_USER: (\S+)/.exec(compose)?.[1]
  const served = /DATABASE_URL: postgres:\/\/(\w+):/.exec(compose)?.[1]
  expect([superuser, served]).toEqual(['postgres', 'prospector'])
  expect(read('deploy/database/create-role.sh')).toMatch(
    /CREATE ROLE prospector LOGIN PASSWORD \S+ NOSUPERUSER NOCREATEDB NOCREATEROLE;/,
  )
})

it('the shipped compose file passes every setting on, README.md lists each, and the image sets the others', () => {
  const settingsRead = ['config.ts', 'backup-settings.ts', 'privacy-settings.ts'].flatMap((name) =>
    [...read(`src/base/${name}`).matchAll(/'([A-Z][A-Z0-9_]{3,})'/g)].map(([, setting]) => setting!),
  )
  const table = read('README.md').split('\n## Settings\n')[1]!.split('\n## ')[0]!
  const listed = new Set([...table.matchAll(/`([A-Z][A-Z0-9_]{3,})`/g)].map(([, name]) => name!))
  expect([...listed].toSorted()).toEqual([...new Set(settingsRead)].toSorted())
  const service = read('deploy/compose.yaml').split('\n  prospector:\n')[1]!.split('\n  database:\n')[0]!
  const passed = [...service.matchAll(/^ {6}([A-Z0-9_]+): (.*)$/gm)].map(([, name, value]) => ({ name, value }))
  const ofImage = /^ENV (.*)$/m
    .exec(read('Dockerfile'))![1]!
    .split(' ')
    .map((one) => one.split('=')[0]!)
  expect([...passed.map(({ name }) => name!), ...ofImage].toSorted()).toEqual([...listed].toSorted())
  // As the operator has it in .env; what is not there counts as not set.
  const own = ['PUBLIC_URL', 'DATABASE_URL', 'AUTH_SECRET', 'CHANNEL_KEY', 'TRUSTED_PROXIES']
  const changed = passed.filter(({ name, value }) => !own.includes(name!) && value !== `\${${name}:-}`)
  expect(changed).toEqual([])
})

it('RUN-11: every alert links to its section of the runbook, and every section has its alert', () => {
  const alerts = read('deploy/prometheus/alerts.yml')
    .split('- alert: ')
    .slice(1)
    .map((rule) => ({
      name: /^\w+/.exec(rule)![0],
      link: /^ +runbook_url: '(.*)'$/m.exec(rule)?.[1],
    }))
  for (const { name, link } of alerts) expect(link).toBe(`{{ $externalLabels.console }}${runbookPath}#${name}`)
  expect(read('deploy/prometheus/prometheus.yml')).toMatch(/external_labels: \{ console: "https:/)
  expect(runbook.map(({ alert }) => alert)).toEqual(alerts.map(({ name }) => name))
  for (const { alert, means, lookAt, toDo } of runbook) {
    for (const text of [means, ...lookAt, ...toDo]) expect(text, alert).toMatch(/^.{20,}[.?]$/s)
    expect([lookAt.length > 0, toDo.length > 0], alert).toEqual([true, true])
  }
  expect(read('docs/runbook.md')).toBe(renderRunbook())
  expect(read('deploy/prometheus/alerts.yml')).toBe(renderAlerts())
})

it('RUN-11: every alert has a fault with which `npm run check-alerts` tries it', () => {
  expect(Object.keys(scenarios)).toEqual(runbook.map(({ alert }) => alert))
})

it('RUN-11: alerts begin where the runbook and doctor say', () => {
  const alerts = read('deploy/prometheus/alerts.yml')
  expect(alerts).toContain(`max(prospector_backup_late_seconds) > ${lateAfterHours * 3_600}\n`)
  expect(alerts).toContain(`(prospector_customer_job_idle_seconds) > ${hangsAfterMinutes * 60}\n`)
})

it('OPERATOR-13: docs/operating.md lists every operation of the operator’s API', () => {
  const handbook = read('docs/operating.md')
  const isListed = ({ method, path }: { method: string; path: string }) =>
    handbook.includes(`\`${method} ${path}\``) || handbook.includes(`\`…/${path.split('/').at(-1)}\``)
  expect(operatorOperations.filter((one) => !isListed(one)).map(({ id }) => id)).toEqual([])
})

it('docs/operating.md says of a grant when it expires, as the command and the console do', () => {
  expect(read('docs/operating.md')).toContain(grantExpiry)
})

it('the manifests for Kubernetes agree with each other and with the settings', () => {
  const manifest = (name: string) => read(`deploy/kubernetes/${name}`)
  const numberIn = (name: string, key: string) => Number(new RegExp(`${key}: "?(\\d+)`).exec(manifest(name))![1])
  const named = [...manifest('kustomization.yaml').matchAll(/^ {2}- (\S+\.yaml)$/gm)].map(([, name]) => name)
  const folder = new URL('../../deploy/kubernetes/', import.meta.url)
  const there = readdirSync(folder).filter((name) => name.endsWith('.yaml') && name !== 'kustomization.yaml')
  expect(named.toSorted()).toEqual(there.toSorted())
  // docs/operating.md: connections of a node with four threads; one more node while they are replaced.
  const connections = (numberIn('autoscaler.yaml', 'maxReplicas') + 1) * 82
  expect(numberIn('database.yaml', 'max_connections')).toBeGreaterThan(connections)
  const drain = Number(/DRAIN_SECONDS, value: "(\d+)"/.exec(manifest('deployment.yaml'))![1])
  expect(numberIn('deployment.yaml', 'terminationGracePeriodSeconds')).toBeGreaterThan(drain + stopSecondsMax)
  const settings = new Set([...read('README.md').matchAll(/`([A-Z][A-Z0-9_]{3,})`/g)].map(([, name]) => name))
  const used = [
    ...manifest('deployment.yaml').matchAll(/name: ([A-Z][A-Z0-9_]+)/g),
    ...manifest('secrets.env.example').matchAll(/^([A-Z0-9_]+)=/gm),
  ].map(([, name]) => name!)
  expect(used.filter((name) => !settings.has(name) && name !== 'SERVING_PASSWORD')).toEqual([])
})

it('actions of CI are pinned to a commit, with the release it stands for', () => {
  const used = [...read('.github/workflows/ci.yml').matchAll(/uses: (.*)/g)].map(([, action]) => action!)
  expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([])
})
