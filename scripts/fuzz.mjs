/**
 * Fuzzes every operation from its own schema: `npm run fuzz -- --requests 100000 --seed 7`. Fails on an answer from 500 on, one that
 * takes longer than a second, one that the description does not know, and one that shows another account's data.
 */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string' },
    'hang-ms': { type: 'string', default: '1000' },
  },
})
const seed = values.seed ?? String(randomInt(2 ** 31))
const given = [values.requests, seed, values['hang-ms']]
if (!given.every((text) => /^\d+$/.test(text ?? ''))) {
  console.error('Usage: npm run fuzz -- [--requests N] [--seed N] [--hang-ms N], all of them whole numbers.')
  process.exit(2)
}
console.log(
  `Fuzzing with ${values.requests} requests. Repeat with: npm run fuzz -- --requests ${values.requests} --seed ${seed}`,
)
const { status } = spawnSync(
  join(root, 'node_modules', '.bin', 'vitest'),
  ['run', 'test/fuzz/fuzz.test.ts', '--disable-console-intercept'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_SEED: seed, FUZZ_REQUESTS: values.requests, FUZZ_HANG_MS: values['hang-ms'] },
  },
)
process.exit(status ?? 1)
