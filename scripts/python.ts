/** `npm run long -- python`: builds the Python client, installs it and drives it against a started server. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const needed = ['httpx', 'anyio', 'build', 'hatchling', 'venv', 'ensurepip', 'mypy']

const missingIn = (python: string): string[] | null => {
  const program = `import importlib.util as u, sys; print(*[n for n in ${JSON.stringify(needed)} if not u.find_spec(n)] + (["python>=3.11"] if sys.version_info < (3, 11) else []))`
  const asked = spawnSync(python, ['-c', program], { encoding: 'utf8' })
  return asked.status === 0 ? asked.stdout.trim().split(' ').filter(Boolean) : null
}

const found = [process.env.PYTHON, 'python3', '/usr/bin/python3'].flatMap((python) => {
  const missing = python ? missingIn(python) : null
  return python && missing ? [{ python, missing }] : []
})
const ready = found.find(({ missing }) => missing.length === 0)
if (ready) {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const env = { ...process.env, TEST_PYTHON: ready.python }
  const args = [vitest, 'run', '--project=python', ...process.argv.slice(2)]
  process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env }).status ?? 1
} else {
  for (const { python, missing } of found) console.error(`${python} lacks ${missing.join(', ')}.`)
  console.error(
    'Install what is missing. Debian: apt-get install python3-httpx python3-build python3-hatchling python3-venv mypy\n' +
      'Elsewhere: pip install httpx build hatchling mypy. PYTHON=… names another Python (3.11 or later).',
  )
  process.exitCode = 1
}
