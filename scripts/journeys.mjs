/**
 * The browser tests on every screen that we promise, not only on the one of `npm test`: `npm run journeys`, or one of them
 * with `npm run journeys -- --width 390 --theme dark`, and of it only what is named: `-- --width 390 lists reveal`.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: 'string', multiple: true, default: ['1440', '1280', '1024', '390'] },
    theme: { type: 'string', multiple: true, default: ['light', 'dark'] },
  },
})
const scratch = mkdtempSync(join(tmpdir(), 'prospector-journeys-'))

function take(width, theme) {
  console.log(`\n${width} pixels wide, ${theme}`)
  const report = join(scratch, `${width}-${theme}.json`)
  const startedAt = Date.now()
  const { status } = spawnSync(
    join(root, 'node_modules', '.bin', 'vitest'),
    [
      'run',
      '--project=browser',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...positionals.map((name) => `test/browser/${name}`),
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, TEST_WIDTH: width, TEST_THEME: theme } },
  )
  const seconds = Math.round((Date.now() - startedAt) / 1_000)
  try {
    const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(report, 'utf8'))
    return { width, theme, passed, failed: status !== 0 && failed === 0 ? 1 : failed, seconds }
  } catch {
    return { width, theme, passed: 0, failed: 1, seconds }
  }
}

const runs = values.width.flatMap((width) => values.theme.map((theme) => take(width, theme)))
rmSync(scratch, { recursive: true, force: true })
console.log('\n| width | theme | passed | failed | seconds |\n|---:|---|---:|---:|---:|')
for (const { width, theme, passed, failed, seconds } of runs) {
  console.log(`| ${width} | ${theme} | ${passed} | ${failed} | ${seconds} |`)
}
process.exitCode = runs.some(({ failed }) => failed > 0) ? 1 : 0
