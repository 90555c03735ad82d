import fc from 'fast-check'
import { afterEach } from 'vitest'
import { seed } from './seed.ts'

fc.configureGlobal({ seed })

afterEach(({ task }) => {
  if (task.result?.state === 'fail') process.stderr.write(`Repeat with TEST_SEED=${seed}: ${task.name}\n`)
})
