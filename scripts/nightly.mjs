/**
 * The tests that draw their cases at random, again and again with a new seed each time, until the time is up or one fails.
 * `npm run nightly -- --minutes 60`, or with one seed of your own: `TEST_SEED=7 npm run nightly -- --minutes 0`. First come 10,000
 * lives of customers (lives.mjs); `--lives 0` leaves them out.
 */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '30' }, lives: { type: 'string', default: '10000' } },
})
if (Number(values.lives) > 0) {
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/lives.mjs'), '--lives', values.lives], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(1)
}
const endsAt = Date.now() + Number(values.minutes) * 60_000
const files = globSync('{src,cli,sdk,web/src,test}/**/*.test.ts', { cwd: root }).filter((file) =>
  /from 'fast-check'|support\/seed\.ts'/.test(readFileSync(join(root, file), 'utf8')),
)

let rounds = 0
do {
  const seed = process.env.TEST_SEED ?? String(randomInt(2 ** 31))
  console.log(`\nRound ${rounds + 1}: TEST_SEED=${seed}`)
  const { status } = spawnSync(
    join(root, 'node_modules', '.bin', 'vitest'),
    ['run', '--testTimeout=1800000', ...files],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, TEST_SEED: seed, TEST_CASES: process.env.TEST_CASES ?? '5' },
    },
  )
  if (status !== 0) {
    console.error(`\nFailed with TEST_SEED=${seed}. Repeat: TEST_SEED=${seed} npm run nightly -- --minutes 0`)
    process.exit(1)
  }
  rounds += 1
} while (Date.now() < endsAt)
console.log(`\n${rounds} rounds of ${files.length} files passed.`)
