/** Whom admission let in a moment ago: enough to begin a search with, never to answer it. */
import type { Principal } from '../call/principal.ts'
import type { Asked } from './admission-statement.ts'

export type Presumption = {
  asked: Asked
  /** The version of the caller's rows when admission saw them last. */
  version: string
  /** The caller, once this very request has been admitted. */
  admitted: Principal | null
  onAdmitted(principal: Principal): void
}

export type PresumedCallers = {
  remember(asked: Asked, principal: Principal, version: string): void
  forget(asked: Asked): void
  /** The caller as admission saw it last, if that was a moment ago. Only a search may begin with it, and must admit it. */
  presume(asked: Asked, onAdmitted: (principal: Principal) => void): Principal | null
}

const presumedForMsDefault = 5_000
const knownMax = 10_000

/** On a presumed caller only: a map of them would cost the collector more than the rest of this. */
const presumption = Symbol('presumption')
type Presumed = Principal & { [presumption]?: Presumption }

/** What makes this caller a presumed one; nothing for one that was admitted. */
export const presumptionOf = (principal: Principal): Presumption | undefined => (principal as Presumed)[presumption]

/** A presumed caller was not let in along with its page: admission must say why, or let it in. */
export class NotAsPresumed extends Error {}

export function createPresumedCallers(presumedForMs: number = presumedForMsDefault): PresumedCallers {
  const known = new Map<string, { principal: Principal; version: string; until: number }>()
  return {
    remember(asked, principal, version) {
      const name = nameOf(asked)
      if (name === null) return
      if (known.size >= knownMax) known.clear()
      known.set(name, { principal, version, until: performance.now() + presumedForMs })
    },
    forget(asked) {
      known.delete(nameOf(asked) ?? '')
    },
    presume(asked, onAdmitted) {
      const found = known.get(nameOf(asked) ?? '')
      if (found === undefined || found.until < performance.now()) return null
      const presumed: Presumed = { ...found.principal }
      presumed[presumption] = { asked, version: found.version, admitted: null, onAdmitted }
      return presumed
    },
  }
}

const nameOf = ({ credential, scope }: Asked): string | null =>
  credential.kind === 'api_key' ? `${scope} ${credential.name}` : null
