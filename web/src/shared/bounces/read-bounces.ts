import { limits } from '../../api/limits.ts'
import { isHeading } from '../heading-line.ts'

export type Bounce = { email: string; code?: string }

const address = /[^\s@<>,;"']+@[^\s@<>,;"']+\.[^\s@<>,;"']{2,}/
/** What mail servers answer: `550`, `5.1.1`, `452 4.2.2 Mailbox full`. */
const status = /\b[45]\d\d\b|\b[45]\.\d{1,3}\.\d{1,3}\b/

/** The first address of each line, and the rest of the line where it holds what the mail server said. Each address once. */
export function readBounces(text: string): { bounces: Bounce[]; unread: string[] } {
  const bounces = new Map<string, Bounce>()
  const unread: string[] = []
  for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === '') continue
    const email = address.exec(line)?.[0]
    if (email === undefined) {
      if (at > 0 || !isHeading(line)) unread.push(line.trim())
      continue
    }
    const rest = line.replace(email, ' ')
    const code = status.test(rest)
      ? rest
          .replaceAll(/["'<>;,\s]+/g, ' ')
          .trim()
          .slice(0, limits.bounceCodeLengthMax)
      : undefined
    const key = email.toLowerCase()
    if (!bounces.has(key)) bounces.set(key, code === undefined ? { email } : { email, code })
  }
  return { bounces: [...bounces.values()], unread }
}
