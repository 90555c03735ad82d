/** What we ship to run it with keeps the promises of the service. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

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

it('RUN-11: docs/operating.md says of every alert what to do, and of no other', () => {
  const named = [...read('deploy/prometheus/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  const table = read('docs/operating.md').split('### Alerts')[1]!.split('\n## ')[0]!
  const explained = [...table.matchAll(/^\| `(Prospector\w+)` \| [^|]+\. \| [^|]+\. \|$/gm)].map(([, name]) => name)
  expect(explained).toEqual(named)
})

it('actions of CI are pinned to a commit, with the release it stands for', () => {
  const used = [...read('.github/workflows/ci.yml').matchAll(/uses: (.*)/g)].map(([, action]) => action!)
  expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([])
})
