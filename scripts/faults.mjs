/**
 * `npm run faults -- --minutes N --seed S [--kind NAME]`: the run under faults of test/faults, for longer than the tests have
 * time for; with one kind of fault alone, if it is named.
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    kind: { type: 'string' },
  },
})
const env = { ...process.env, FAULT_MINUTES: values.minutes, FAULT_SEED: values.seed }
if (values.kind) env.FAULT_KIND = values.kind
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', 'test/faults/harness.test.ts', '--reporter=verbose'],
  { stdio: 'inherit', env },
)
process.exit(status ?? 1)
