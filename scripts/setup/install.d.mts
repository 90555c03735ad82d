export type Mode = 'production' | 'all'
export function install(folder: string, mode: Mode, into?: string): Promise<void>
export function isInstalled(folder: string, mode: Mode): boolean
