/** Finds, in the bytes between a node and its database, where a spend is committed, and cuts the connection there. */

import { createMessageReader } from './wire-messages.ts'

/** Before the database hears of the commit; or after it has committed, and before the node hears of that. */
export type CutAt = 'before' | 'after'

/** `statement`: a part of its text. `onCut` is told whether the database committed. */
export type Aim = { at: CutAt; statement: string; onCut(isCommitted: boolean): void }

type Watch = {
  /** Bytes from the node. Whether to pass them on. */
  sent(bytes: Buffer): boolean
  /** Bytes from the database. Whether to pass them on. */
  answered(bytes: Buffer): boolean
}

/** Of one connection, from its first byte on. `takeAim` is asked at every commit of a statement, `cut` ends the connection. */
export function watchCommits(takeAim: (statements: string) => Aim | null, cut: () => void): Watch {
  const texts = new Map<string, string>()
  let isInTransaction = false
  /** The statements of the transaction so far. */
  let uncommitted = ''
  /** The commit was sent; its answer is kept from the node. */
  let awaited: { aim: Aim; isCommitted: boolean } | null = null
  let isCut = false

  /** What this message commits. A statement outside of a transaction commits itself. */
  function committedBy(kind: string, body: Buffer): string {
    if (kind === 'P') {
      const [name, text] = textsOf(body, 2) as [string, string]
      texts.set(name, text)
    }
    if (kind === 'B') {
      const text = texts.get(textsOf(body, 2)[1]!) ?? ''
      if (!isInTransaction) return text
      uncommitted += text
    }
    return kind === 'Q' && textsOf(body, 1)[0] === 'COMMIT' ? uncommitted : ''
  }

  const readSent = createMessageReader({ hasStart: true }, (kind, body) => {
    const committed = committedBy(kind, body)
    if (isCut || awaited || committed === '') return
    const aim = takeAim(committed)
    if (aim?.at === 'after') awaited = { aim, isCommitted: false }
    if (aim?.at !== 'before') return
    isCut = true
    cut()
    aim.onCut(false)
  })
  const readAnswered = createMessageReader({ hasStart: false }, (kind, body) => {
    if (kind === 'Z') {
      isInTransaction = body.toString('latin1', 0, 1) !== 'I'
      if (!isInTransaction) uncommitted = ''
    }
    if (isCut || !awaited) return
    if (kind === 'C') awaited.isCommitted = true
    if (kind === 'E') awaited.isCommitted = false
    if (kind !== 'Z') return
    isCut = true
    cut()
    awaited.aim.onCut(awaited.isCommitted)
  })
  return {
    sent(bytes) {
      readSent(bytes)
      return !isCut
    },
    answered(bytes) {
      readAnswered(bytes)
      return !isCut && !awaited
    },
  }
}

/** The texts at the beginning of a message, each of which ends with a zero. */
function textsOf(body: Buffer, count: number): string[] {
  const texts: string[] = []
  for (let from = 0; texts.length < count; ) {
    const end = body.indexOf(0, from)
    texts.push(body.toString('utf8', from, end))
    from = end + 1
  }
  return texts
}
