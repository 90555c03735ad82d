/** Where backups lie: a folder, or a bucket of an S3-compatible service. */
import type { Writable } from 'node:stream'

export type StoredFile = { name: string; bytes: number; modifiedAt: Date }

export type BackupPlace = {
  /** For people. */
  address: string
  /** On this machine: where a backup is written before it is put. */
  workFolder: string
  /** Throws, with a sentence, if nothing can be put here. */
  prepare(): Promise<void>
  /** How a file in `workFolder` is made, if not as usual. */
  createFile?(path: string): Writable
  /** Moves a finished file from `workFolder` here. Before it resolves, nobody sees a part of it. */
  put(name: string, signal: AbortSignal): Promise<void>
  list(): Promise<StoredFile[]>
  read(name: string): AsyncIterable<Buffer>
  write(name: string, text: string): Promise<void>
  remove(name: string): Promise<void>
  /** Removes what runs that died have left half-written. */
  tidy(now: Date): Promise<void>
}

/** Says in plain words what is wrong with the place, and what to do about it. */
export class PlaceRefused extends Error {}
