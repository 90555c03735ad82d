/** Text in Python: types of JSON Schema, literals, names and docstrings. A construct it does not know is an error, not a guess. */
import type { Schema } from './api-types.ts'

/** `prefix` stands before the names of models. */
export function typeIn(schema: Schema, prefix = ''): string {
  const inner = (one: Schema) => typeIn(one, prefix)
  if (typeof schema.$ref === 'string') return prefix + schema.$ref.split('/').at(-1)!
  const union = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (union) return unionOf(union.map(inner))
  if ('const' in schema) return `Literal[${literal(schema.const)}]`
  if (Array.isArray(schema.enum)) return typeOfEnum(schema.enum)
  if (Array.isArray(schema.type)) return unionOf(schema.type.map((type) => inner({ ...schema, type })))
  switch (schema.type) {
    case 'string':
      return 'str'
    case 'integer':
      return 'int'
    case 'number':
      return 'float'
    case 'boolean':
      return 'bool'
    case 'null':
      return 'None'
    case 'array':
      return `list[${inner(schema.items as Schema)}]`
    case 'object':
      if (schema.properties !== undefined && Object.keys(schema.properties as object).length > 0) break
      return typeof schema.additionalProperties === 'object'
        ? `dict[str, ${inner(schema.additionalProperties as Schema)}]`
        : 'dict[str, Any]'
  }
  throw new Error(`This schema has no type in Python yet: ${JSON.stringify(schema)}`)
}

function typeOfEnum(values: unknown[]): string {
  const known = values.filter((value) => value !== null)
  return unionOf([`Literal[${known.map(literal).join(', ')}]`, ...(known.length < values.length ? ['None'] : [])])
}

const unionOf = (types: string[]): string => [...new Set(types)].join(' | ')

/** Strings as JSON writes them are strings of Python, too. */
export function literal(value: unknown): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}

export const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const columnsMax = 120

/** Lines of a docstring, each indented; `more` indents what is continued. */
export function wrap(text: string, indent: number, more = ''): string[] {
  return text
    .replaceAll('\\', '\\\\')
    .split('\n')
    .flatMap((paragraph) => {
      const written: string[] = []
      let line = ''
      for (const word of paragraph.split(' ')) {
        const start = written.length > 0 ? more : ''
        if (line !== '' && indent + start.length + line.length + 1 + word.length > columnsMax) {
          written.push(start + line)
          line = word
        } else line = line === '' ? word : `${line} ${word}`
      }
      written.push((written.length > 0 ? more : '') + line)
      return written.map((one) => (one.trim() === '' ? '' : ' '.repeat(indent) + one.trimEnd()))
    })
}
