/**
 * Random lives of customers against the fake Stripe, more of them and longer than in every test run:
 * `npm run lives -- --lives 10000`, and the same again: `npm run lives -- --lives 10000 --seed 7`.
 */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { values } = parseArgs({
  options: { lives: { type: 'string', default: '10000' }, seed: { type: 'string' } },
})
const lives = Number(values.lives)
if (!Number.isInteger(lives) || lives < 1) {
  console.error('--lives must be a whole number from 1.')
  process.exit(2)
}
const seed = values.seed ?? String(randomInt(2 ** 31))
/** As many as one run of the test has; TEST_CASES says how many times as many. */
const livesInEveryRun = 200

console.log(`${lives} lives, seed ${seed}`)
const startedAt = Date.now()
const { status } = spawnSync(
  join(root, 'node_modules', '.bin', 'vitest'),
  ['run', '--testTimeout=36000000', 'test/billing/random-life.test.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_SEED: seed, TEST_CASES: String(lives / livesInEveryRun) },
  },
)
const seconds = Math.round((Date.now() - startedAt) / 1_000)
if (status === 0) console.log(`${lives} lives in ${seconds} s: all ended as Stripe says. Seed ${seed}.`)
else console.error(`Failed. Repeat: npm run lives -- --lives ${lives} --seed ${seed}`)
process.exit(status ?? 1)
