/** Progress on stderr: a bar that redraws itself on a terminal, a line now and then everywhere else. */
import { count } from './report.ts'

type Progress = {
  /** `done` and `total` in the same unit; a total of null is not known. */
  show(done: number, total: number | null, words: string): void
  finish(): void
}

type Output = { isTTY?: boolean; columns?: number; write(text: string): unknown }

const redrawEveryMs = 100
const lineEveryMs = 5_000
const barWidth = 24

export function createProgress(title: string, output: Output = process.stderr): Progress {
  const isTerminal = output.isTTY === true
  const everyMs = isTerminal ? redrawEveryMs : lineEveryMs
  let shownAt = isTerminal ? 0 : Date.now()
  let isDrawn = false

  return {
    show(done, total, words) {
      const now = Date.now()
      if (now - shownAt < everyMs) return
      shownAt = now
      const share = total === null || total === 0 ? null : Math.min(1, done / total)
      const percent = share === null ? '' : ` ${Math.floor(share * 100)}%`
      if (!isTerminal) {
        output.write(`${title}:${percent} ${words}\n`)
        return
      }
      const bar = share === null ? '' : ` ${drawBar(share)}`
      output.write(`\r\u001b[K${`${title}${bar}${percent}  ${words}`.slice(0, (output.columns ?? 80) - 1)}`)
      isDrawn = true
    },
    finish() {
      if (isDrawn) output.write('\r\u001b[K')
      isDrawn = false
    },
  }
}

function drawBar(share: number): string {
  const filled = Math.round(share * barWidth)
  return `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}`
}

export const storesAndContacts = ({ stores, contacts }: { stores: number; contacts: number }): string =>
  `${count(stores)} stores, ${count(contacts)} contacts`
