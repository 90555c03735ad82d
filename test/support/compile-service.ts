/**
 * A program of global-setup.ts: loads the service, the command and what both load later, so that Node keeps their compiled code
 * (NODE_COMPILE_CACHE) for the workers of the run and the processes that tests start.
 */
import '../../src/app.ts'
import '../../src/main.ts'
import '../../src/open-node.ts'
import '../../src/mcp/answer-message.ts'
import '../../src/metrics/metrics.ts'
import '../../src/sign-in/configure-auth.ts'
import 'better-auth/crypto'
import 'jose'
import 'nodemailer'
import 'pg-boss'
import 'typebox/value'
import { loadProgram } from '../../cli/program.ts'

await loadProgram([])
