/**
 * For working on Prospector: the server restarts when its code changes, the pages reload as they are edited, both behind
 * one port. The database is that of `npm start` and stays.
 */
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const port = process.env.PORT || '8080'

/** Vite listens on the port that people open, and hands on to this one what is not a page. */
const serverPort = await freePort()

const children = [
  run(
    [
      '--watch-path=src',
      '--watch-path=cli',
      '--watch-path=migrations',
      '--watch-preserve-output',
      'cli/main.ts',
      'serve',
    ],
    { PORT: String(serverPort), PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${port}` },
  ),
  run([join('web', 'node_modules', 'vite', 'bin', 'vite.js'), 'web', '--port', port, '--strictPort'], {
    PROSPECTOR_URL: `http://127.0.0.1:${serverPort}`,
  }),
]

function run(args, env) {
  const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, stdio: 'inherit' })
  child.on('exit', (code) => {
    process.exitCode ??= code ?? 0
    stop()
  })
  return child
}

function stop() {
  for (const child of children) child.kill('SIGTERM')
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address()
      probe.close(() => resolve(free))
    })
  })
}
