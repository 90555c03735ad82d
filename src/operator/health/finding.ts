import { Type } from 'typebox'

/** `error`: something does not work or is not safe. `warning`: it works, and somebody should know. */
export type Finding = { about: string; state: 'ok' | 'warning' | 'error'; message: string }

/** As operations return them. */
export const findings = Type.Array(
  Type.Object({ about: Type.String(), state: Type.String(), message: Type.String() }),
  { description: 'What `prospector doctor` says, as of the last minute; what has to be fixed comes first.' },
)

export const ok = (about: string, message: string): Finding => ({ about, state: 'ok', message })
export const warning = (about: string, message: string): Finding => ({ about, state: 'warning', message })
export const error = (about: string, message: string): Finding => ({ about, state: 'error', message })
