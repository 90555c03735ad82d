/**
 * What a backup file holds, compressed with gzip: lines of JSON, and after each one that names a table its rows in the text
 * form of COPY, up to a line of `\.`, which no row can be. The last line is JSON that says how many rows there were.
 */
export type BackupHeader = {
  prospector_backup: 1
  /** The version of the program that wrote it. */
  release: string
  created_at: string
  /** The schema that the rows fit. */
  migrations: { name: string; checksum: string }[]
  /** Small files of DATA_DIR that belong to the data, by name. */
  files: Record<string, string>
}

export type TableStart = { table: string; columns: string[] }
export type BackupEnd = { end: true; tables: number; rows: number }

export const endOfRows = '\\.\n'

export const toLine = (value: BackupHeader | TableStart | BackupEnd): string => `${JSON.stringify(value)}\n`

/** A file that is not a backup, or not a whole one, worded for whoever gave it. */
export class BadBackup extends Error {}
