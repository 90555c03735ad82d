/** Has Prometheus's own parser read the alert rules and every expression of the dashboard. Needs `promtool` on the PATH. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const check = (...words) => execFileSync('promtool', ['check', ...words], { stdio: 'inherit' })

check('config', 'deploy/prometheus/prometheus.yml')
const { panels } = JSON.parse(readFileSync('deploy/grafana/prospector.json', 'utf8'))
const rules = panels.flatMap(({ id, targets }) =>
  targets.map(({ refId, expr }) => ({ record: `panel:${id}:${refId}`, expr })),
)
const folder = mkdtempSync(join(tmpdir(), 'prospector-alerts-'))
try {
  const path = join(folder, 'panels.yml')
  // JSON is YAML.
  writeFileSync(path, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
  check('rules', path)
} finally {
  rmSync(folder, { recursive: true })
}
