/** The names of all tests, and the numbers they begin with: of rules (`REVEAL-4`) and of invariants (`L5`). */
import { glob, readFile } from 'node:fs/promises'
import { parseSync, Visitor } from 'vite'

const root = new URL('../', import.meta.url)

/** `asserts`: it holds an `expect`, or calls something named after one (`expectRefused`). */
export type TestName = { file: string; name: string; numbers: string[]; asserts: boolean }

export async function readTestNames(): Promise<TestName[]> {
  const files: string[] = []
  for await (const file of glob('{src,cli,scripts,sdk,sdk-python,web/src,test}/**/*.test.{ts,tsx}', { cwd: root }))
    files.push(file)
  const found = await Promise.all(
    files.sort().map(async (file) => namesIn(file, await readFile(new URL(file, root), 'utf8'))),
  )
  return found.flat()
}

/** Of `it('…')`, `describe('…')` and their `.each` forms, as they are written. */
function namesIn(file: string, text: string): TestName[] {
  const names: TestName[] = []
  new Visitor({
    CallExpression({ callee, arguments: [title], start, end }) {
      if (!title || !/^(it|test|describe)\b/.test(text.slice(callee.start, callee.end))) return
      if (title.type !== 'TemplateLiteral' && !(title.type === 'Literal' && typeof title.value === 'string')) return
      const name = title.type === 'Literal' ? String(title.value) : text.slice(title.start + 1, title.end - 1)
      const asserts = /\bexpect|\bassert/.test(text.slice(start, end))
      names.push({ file, name, numbers: numbersOf(name), asserts })
    },
  }).visit(parseSync(file, text).program)
  return names
}

/** `REVEAL-4, L5: …` cites two. */
function numbersOf(name: string): string[] {
  const cited = /^([A-Z]+-?\d+(?:, [A-Z]+-?\d+)*): /.exec(name)?.[1]
  return cited?.split(', ') ?? []
}
