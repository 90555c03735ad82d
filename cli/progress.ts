/** Progress on stderr: a bar that redraws itself on a terminal, a line now and then everywhere else. */
import { count } from '../src/base/words.ts'

type Progress = {
  /** `done` and `total` in the same unit; a total of null is not known. `lines`: how many are done, where a rate is of interest. */
  show(done: number, total: number | null, words: string, lines?: number): void
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
  const startedAt = Date.now()

  return {
    show(done, total, words, lines) {
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
      const pace = lines === undefined ? '' : paceOf(lines, share, now - startedAt)
      output.write(`\r\u001b[K${`${title}${bar}${percent}  ${words}${pace}`.slice(0, (output.columns ?? 80) - 1)}`)
      isDrawn = true
    },
    finish() {
      if (isDrawn) output.write('\r\u001b[K')
      isDrawn = false
    },
  }
}

/** From the first second on: before that, both would jump. */
function paceOf(lines: number, share: number | null, elapsedMs: number): string {
  if (elapsedMs < 1_000) return ''
  const rate = `, ${count(Math.round((lines * 1_000) / elapsedMs))} lines/s`
  if (share === null || share === 0) return rate
  const seconds = Math.round((elapsedMs * (1 - share)) / share / 1_000)
  return `${rate}, ${seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`} left`
}

function drawBar(share: number): string {
  const filled = Math.round(share * barWidth)
  return `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}`
}

export const storesAndContacts = ({ stores, contacts }: { stores: number; contacts: number }): string =>
  `${count(stores)} stores, ${count(contacts)} contacts`
