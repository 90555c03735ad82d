/** `error`: something does not work or is not safe. `warning`: it works, and somebody should know. */
export type Finding = { about: string; state: 'ok' | 'warning' | 'error'; message: string }

export const ok = (about: string, message: string): Finding => ({ about, state: 'ok', message })
export const warning = (about: string, message: string): Finding => ({ about, state: 'warning', message })
export const error = (about: string, message: string): Finding => ({ about, state: 'error', message })
