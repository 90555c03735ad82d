/** Shared by the tests of tables: files as people have them, and what is read from them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { afterAll, beforeAll } from 'vitest'
import type { MapFile } from './mapping.ts'
import { openInputs, type Subject } from './open-inputs.ts'
import type { Delimiter } from './read-csv.ts'
import { prepareInputs } from './read-inputs.ts'

export let folder: string

/** Called by each file of tests: the files of a worker share this module, but not its hooks. */
export function useFolder(): void {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'prospector-tables-'))
  })
  afterAll(() => rm(folder, { recursive: true }))
}

let written = 0
export async function file(contents: string | Uint8Array, extension = 'csv'): Promise<string> {
  written += 1
  const path = join(folder, `file-${written}.${extension}`)
  await writeFile(path, contents)
  return path
}

type ReadOptions = { about?: Subject; map?: MapFile; delimiter?: Delimiter }

export async function read(path: string, { about = 'stores', map, delimiter }: ReadOptions = {}) {
  const inputs = await openInputs([path], Readable.from([]), { about })
  const { source, tables } = await prepareInputs(inputs, {
    delimiter,
    ...(map && { map: { path: 'map.json', contents: map } }),
  })
  const arrivals = (await Array.fromAsync(source)).flat()
  const values = arrivals.map((one) => ('value' in one ? one.value : 'problem' in one ? null : JSON.parse(one.text)))
  return { arrivals, values, description: tables[0]?.table.description, tables }
}

export const values = async (contents: string | Uint8Array, options?: ReadOptions) =>
  (await read(await file(contents), options)).values
export const refusal = async (path: string, options?: ReadOptions): Promise<string> =>
  read(path, options).then(
    () => 'it was read',
    (error: Error) => error.message.replaceAll(`${folder}/`, ''),
  )
export const refusalOf = async (contents: string | Uint8Array, options?: ReadOptions) =>
  refusal(await file(contents), options)

export function parquetOf(columns: Record<string, unknown[]>): ArrayBuffer {
  return parquetWriteBuffer({
    columnData: Object.entries(columns).map(([name, data]) => ({ name, data: data as string[] })),
  })
}
