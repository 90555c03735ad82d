import { Gauge, type Registry } from 'prom-client'

export type BackupFigures = { lastGoodAt: Date | null; lateSeconds: number; lastGood: { bytes: number } | null }

export function createBackupMetrics(registers: Registry[]) {
  function gauge(name: string, help: string): Gauge {
    const made = new Gauge({ name: `prospector_backup_${name}`, help, registers })
    // What is not known has no value: an age of 0 would be that of a backup just made.
    made.remove()
    return made
  }
  const age = gauge('age_seconds', 'Since the last good backup was begun')
  const late = gauge('late_seconds', 'For how long a good backup has been due; 0: none is')
  const bytes = gauge('bytes', 'Size of the last good backup')
  let read: (() => Promise<BackupFigures>) | undefined
  return {
    /** From now on this is read at every look. */
    watch(given: () => Promise<BackupFigures>): void {
      read = given
    },
    async look(): Promise<void> {
      const figures = await read?.().catch(() => null)
      if (!figures) return
      const { lastGoodAt, lateSeconds, lastGood } = figures
      late.set(lateSeconds)
      if (lastGoodAt) age.set((Date.now() - lastGoodAt.getTime()) / 1_000)
      if (lastGood) bytes.set(lastGood.bytes)
    },
  }
}
