import { type DestinationStream, type Logger, pino } from 'pino'
import type { LogLevel } from './config.ts'

/** Keys, tokens, cookies and channels never reach a log line, not even inside an error of a library. */
const redacted = [
  'req.headers.authorization',
  'req.headers.cookie',
  'headers.authorization',
  'headers.cookie',
  '*.email',
  '*.emails',
  '*.phone',
  '*.phones',
  '*.linkedin_url',
  '*.password',
  '*.api_key',
  '*.token',
]

export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: redacted, censor: '[redacted]' },
    serializers: { err: describeError },
  }
  return destination ? pino(options, destination) : pino(options, pino.destination({ dest: 2, sync: false }))
}

/** A database error carries the offending row in `detail` and `where`; only its code and place are logged. */
function describeError(error: Error & { code?: string; table?: string; constraint?: string }) {
  const { name, message, stack, code, table, constraint } = error
  const fromDatabase = code !== undefined && /^[0-9A-Z]{5}$/.test(code)
  return {
    name,
    message: fromDatabase ? `database error ${code}` : message,
    code,
    table,
    constraint,
    stack: stack?.split('\n').slice(1, 8).join('\n'),
  }
}
