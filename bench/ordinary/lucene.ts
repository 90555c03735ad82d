import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import type { ContactQuery } from '../../src/search/schema/filters.ts'
import { contactTokens, storeTokens, tokenClausesOf } from '../search-gin.ts'
import { type SyntheticCatalogue, syntheticRows } from '../search-rows.ts'
import type { SearchEngine } from './search.ts'

const run = promisify(execFile)
const program = join(import.meta.dirname, 'lucene.java')
const debianPackage = 'liblucene8-java'
const installed = '/usr/share/java'

export type Lucene = SearchEngine & {
  /** Runs the given queries one after the other and takes each one's milliseconds inside of Lucene's process. */
  time(withFacet: boolean): Promise<number[]>
  close(): Promise<void>
}

export class LuceneMissing extends Error {}

/** Lucene in a Java process, which is asked line by line (lucene.java); its jars are fetched from Debian if they are not installed. */
export async function openLucene(catalogue: SyntheticCatalogue, timed: ContactQuery[]): Promise<Lucene> {
  const folder = await mkdtemp(join(tmpdir(), 'prospector-lucene-'))
  let java: ChildProcess | null = null
  const close = async () => {
    if (java?.exitCode === null && java.kill()) await once(java, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const jars = await findJars(folder)
    const [rows, index, queries] = [join(folder, 'rows.tsv'), join(folder, 'index'), join(folder, 'queries.tsv')]
    await pipeline(Readable.from(linesOf(catalogue)), createWriteStream(rows))
    await writeFile(queries, timed.map((query) => `${clausesOf(query)}\n`).join(''))
    java = spawn('java', ['-cp', jars.join(':'), program, rows, index, queries], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    return { ...(await createEngine(java)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function findJars(folder: string): Promise<string[]> {
  try {
    await run('java', ['-version'])
    const there = await jarsIn(installed)
    if (there.length > 0) return there
    await mkdir(join(folder, 'package'))
    await run('apt-get', ['download', debianPackage], { cwd: folder })
    const file = (await readdir(folder)).find((name) => name.endsWith('.deb'))!
    await run('dpkg-deb', ['-x', file, 'package'], { cwd: folder })
    return await jarsIn(join(folder, 'package', installed))
  } catch (cause) {
    throw new LuceneMissing(
      `--lucene needs Java and Lucene 8: install both with "apt-get install ${debianPackage} default-jdk-headless".`,
      { cause },
    )
  }
}

/** Ranges over the order of the index are in the sandbox. */
async function jarsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => /^lucene-(core|sandbox)-8\.[\d.]+\.jar$/.test(name)).map((name) => join(folder, name))
}

function* linesOf(catalogue: SyntheticCatalogue): Generator<string> {
  for (const batch of syntheticRows(catalogue)) {
    let lines = ''
    for (const { store, contacts } of batch) {
      const ofStore = storeTokens(store)
      for (const contact of contacts) {
        const tokens = [...ofStore, ...contactTokens(contact)].join('|')
        lines += `${[contact.id, store.leadFitScore ?? '', store.country ?? '', tokens].join('\t')}\n`
      }
    }
    yield lines
  }
}

/** Many questions may be under way; each answer begins with the number of its question. */
async function createEngine(java: ChildProcess): Promise<Omit<Lucene, 'close'>> {
  const waiting = new Map<string, PromiseWithResolvers<string[]>>()
  const ask = (number: string, question = '') => {
    waiting.set(number, Promise.withResolvers())
    java.stdin!.write(question)
    return waiting.get(number)!.promise
  }
  const fail = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error)
  }
  java.once('error', fail)
  java.once('exit', (code) => fail(new Error(`Lucene's process ended with ${code}.`)))
  createInterface({ input: java.stdout! }).on('line', (line) => {
    const [number, ...fields] = line.split('\t') as [string, ...string[]]
    waiting.get(number)!.resolve(fields)
    waiting.delete(number)
  })
  await ask('ready')
  let asked = 0
  const askNext = (...question: string[]) => {
    asked += 1
    return ask(String(asked), `${[asked, ...question].join('\t')}\n`)
  }
  return {
    async find(query, withFacet = false) {
      const [total, ids, countries] = await askNext(withFacet ? 'facet' : 'find', clausesOf(query))
      return { ids: listOf(ids!, ' '), total: Number(total), countries: listOf(countries!, '|').map(toCount) }
    },
    time: async (withFacet) => (await askNext('time', withFacet ? 'facet' : 'find'))[0]!.split(' ').map(Number),
  }
}

const listOf = (text: string, separator: string): string[] => (text === '' ? [] : text.split(separator))

function toCount(text: string): [string, number] {
  const [country, count] = text.split('=') as [string, string]
  return [country, Number(count)]
}

/** The clauses of lucene.java. */
const clausesOf = (query: ContactQuery): string =>
  tokenClausesOf(query)
    .map((clause) => (clause.kind === 'min' ? `min:${clause.score}` : `${clause.kind}:${clause.tokens.join('|')}`))
    .join('\t')
