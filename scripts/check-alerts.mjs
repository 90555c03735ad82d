/**
 * Has Prometheus's own parser read the alert rules and every expression of the dashboard, and its own engine try every alert: it
 * fires when its `for:` has passed, with a link to the runbook, and not a minute earlier. Needs `promtool` on the PATH.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { scenarios } from './alert-scenarios.ts'

const rulesPath = 'deploy/prometheus/alerts.yml'
const promtool = (...words) => execFileSync('promtool', words, { stdio: 'inherit' })

promtool('check', 'config', 'deploy/prometheus/prometheus.yml')
const { panels } = JSON.parse(readFileSync('deploy/grafana/prospector.json', 'utf8'))
const panelRules = panels.flatMap(({ id, targets }) =>
  targets.map(({ refId, expr }) => ({ record: `panel:${id}:${refId}`, expr })),
)
const folder = mkdtempSync(join(tmpdir(), 'prospector-alerts-'))
try {
  // JSON is YAML.
  const write = (name, value) => {
    const path = join(folder, name)
    writeFileSync(path, JSON.stringify(value, null, 2))
    return path
  }
  promtool('check', 'rules', write('panels.yml', { groups: [{ name: 'dashboard', rules: panelRules }] }))
  promtool(
    'test',
    'rules',
    write('tests.yml', { rule_files: [resolve(rulesPath)], evaluation_interval: '1m', tests: tests() }),
  )
} finally {
  rmSync(folder, { recursive: true })
}

/** What the rules say of themselves, without a library for YAML: the file has one shape. */
function readAlerts() {
  return readFileSync(rulesPath, 'utf8')
    .split('- alert: ')
    .slice(1)
    .map((rule) => {
      const line = (name) => new RegExp(`^ +${name}: (.*)$`, 'm').exec(rule)?.[1]
      const [, number = '0', unit = 'm'] = /^(\d+)([mh])$/.exec(line('for') ?? '0m') ?? []
      return {
        alert: /^\w+/.exec(rule)[0],
        forMinutes: Number(number) * (unit === 'h' ? 60 : 1),
        severity: /severity: (\w+)/.exec(rule)[1],
        summary: JSON.parse(line('summary')),
        runbook: line('runbook_url').replaceAll("'", ''),
      }
    })
}

function tests() {
  const alerts = readAlerts()
  const untried = alerts.filter(({ alert }) => !scenarios[alert]).map(({ alert }) => alert)
  if (untried.length > 0) throw new Error(`scripts/alert-scenarios.ts lacks ${untried.join(', ')}.`)
  const console = 'https://prospector.example'
  return alerts.flatMap(({ alert, forMinutes, severity, summary, runbook }) => {
    const { fault, quiet, labels = {} } = scenarios[alert]
    const fired = {
      exp_labels: { severity, ...labels },
      exp_annotations: { summary, runbook_url: runbook.replace('{{ $externalLabels.console }}', console) },
    }
    const at = (minute, exp_alerts) => ({ eval_time: `${minute}m`, alertname: alert, exp_alerts })
    const test = (input_series, alert_rule_test) => ({
      ...{ interval: '1m', external_labels: { console }, input_series, alert_rule_test },
    })
    const fires = 11 + forMinutes
    const never = Array.from({ length: 29 }, (_, times) => at(10 * (times + 1), []))
    return [test(fault, [at(fires - 1, []), at(fires, [fired])]), test(quiet, never)]
  })
}
