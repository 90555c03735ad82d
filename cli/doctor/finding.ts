/** `bad`: something does not work or is not safe. `look`: it works, and somebody should know. */
export type Finding = { about: string; state: 'good' | 'look' | 'bad'; says: string }

export const good = (about: string, says: string): Finding => ({ about, state: 'good', says })
export const look = (about: string, says: string): Finding => ({ about, state: 'look', says })
export const bad = (about: string, says: string): Finding => ({ about, state: 'bad', says })
