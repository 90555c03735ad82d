/** `npm run faults -- --minutes N --seed S`: the run under faults of test/faults, for longer than the tests have time for. */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const { status } = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', 'test/faults/harness.test.ts', '--reporter=verbose'],
  { stdio: 'inherit', env: { ...process.env, FAULT_MINUTES: values.minutes, FAULT_SEED: values.seed } },
)
process.exit(status ?? 1)
