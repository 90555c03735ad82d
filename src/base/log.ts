import { type DestinationStream, type Logger, pino } from 'pino'
import type { LogLevel } from './config.ts'
import { keyPrefixPattern } from './ids.ts'

/** Keys, tokens, cookies and channels never reach a log line, wherever an object carries them. */
const secretFields = new Set([
  'authorization',
  'cookie',
  'email',
  'emails',
  'phone',
  'phones',
  'linkedin_url',
  'password',
  'api_key',
  'apiKey',
  'token',
])

const deepestLogged = 5

/** pino's own redaction with wildcards took four times as long for the one line that every request writes. */
function redact(value: object, depth = 0): object {
  let copy: Record<string, unknown> | undefined
  for (const [field, inner] of Object.entries(value)) {
    const shown = secretFields.has(field) ? '[redacted]' : isNested(inner) ? redactNested(inner, depth + 1) : inner
    if (shown === inner) continue
    copy ??= { ...value }
    copy[field] = shown
  }
  return copy ?? value
}

const isNested = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Error) && !(value instanceof Date)

function redactNested(value: object, depth: number): unknown {
  if (depth === deepestLogged) return '[too deep]'
  return Array.isArray(value)
    ? value.map((item) => (isNested(item) ? redactNested(item, depth + 1) : item))
    : redact(value, depth)
}

export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { log: (line: object) => redact(line) as Record<string, unknown> },
    serializers: { err: describeError },
  }
  return destination ? pino(options, destination) : pino(options, pino.destination({ dest: 2, sync: false }))
}

/**
 * A database error carries the offending row in `detail` and `where`, which are never logged. Its message names tables
 * and settings, except for faults in data (class 22), which quote the value.
 */
function describeError(error: Error & { code?: string; table?: string; constraint?: string }) {
  const { name, message, stack, code, table, constraint } = error
  const fromDatabase = code !== undefined && /^[0-9A-Z]{5}$/.test(code)
  return {
    name,
    message: fromDatabase ? `database error ${code}: ${withoutValues(code, message)}` : withoutSecrets(message),
    code,
    table,
    constraint,
    // Only the frames: what stands before them is the message again.
    stack: stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .slice(0, 7)
      .join('\n'),
  }
}

const withoutValues = (code: string, message: string): string =>
  withoutSecrets(code.startsWith('22') ? message.replaceAll(/"[^"]*"|'[^']*'|:.*$/gs, '[value]') : message)

/** As long as any message of ours. Longer ones hold something that a caller sent. */
const messageLengthMax = 500

const anyKey = new RegExp(`${keyPrefixPattern}\\w+`, 'g')

/** Libraries put into their messages what they were given: an address to send to, the URL of a database. */
export const withoutSecrets = (text: string): string =>
  (text.length > messageLengthMax ? `${text.slice(0, messageLengthMax)}…` : text)
    .replaceAll(/\/\/[^\s/@]+@/g, '//[redacted]@')
    .replaceAll(/[^\s@<>"'(),;:]+@[^\s@<>"'(),;:]+/g, '[redacted]')
    .replaceAll(anyKey, '[redacted]')
    .replaceAll(/\bBearer\s+\S+/gi, '[redacted]')
