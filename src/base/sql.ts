/** A piece of SQL with its parameters. Pieces nest: `sql`… WHERE ${condition}` renumbers the placeholders. */
export type Sql = { readonly text: string; readonly values: readonly unknown[]; readonly name?: string }

const piece = Symbol('sql')
type Piece = Sql & { [piece]: true; strings: readonly string[]; inputs: readonly unknown[] }

function isPiece(value: unknown): value is Piece {
  return typeof value === 'object' && value !== null && piece in value
}

/**
 * Everything interpolated becomes a parameter, except nested pieces, which become SQL. A function is a parameter whose
 * value is asked for when the statement is sent; the same function in several places is one parameter.
 */
export function sql(strings: TemplateStringsArray, ...inputs: readonly unknown[]): Sql {
  const merged: string[] = [strings[0]!]
  const mergedInputs: unknown[] = []
  inputs.forEach((input, at) => {
    const after = strings[at + 1]!
    if (isPiece(input)) {
      const [first = '', ...rest] = input.strings
      merged.push(merged.pop() + first, ...rest)
      merged.push(merged.pop() + after)
      mergedInputs.push(...input.inputs)
    } else {
      mergedInputs.push(input)
      merged.push(after)
    }
  })
  return build(merged, mergedInputs)
}

function build(strings: readonly string[], inputs: readonly unknown[]): Sql {
  const values: unknown[] = []
  const numberOf = (input: unknown): number => {
    const known = typeof input === 'function' ? values.indexOf(input) : -1
    return known === -1 ? values.push(input) : known + 1
  }
  const text = strings.reduce((text, part, at) => `${text}$${numberOf(inputs[at - 1])}${part}`)
  const built: Piece = { [piece]: true, strings, inputs, values, text }
  return built
}

export type PreparedStatement = Sql & { readonly name: string }

/** By name, the texts that were prepared under it: one, and another where an account has a clock of its own. */
const textsByName = new Map<string, string[]>()

/** Prepared once per connection under this name; another text under the same name has a number behind it. */
export function prepared(name: string, { text, values }: Sql): PreparedStatement {
  const texts = textsByName.get(name) ?? []
  textsByName.set(name, texts)
  const known = texts.indexOf(text)
  const at = known === -1 ? texts.push(text) - 1 : known
  return { text, values, name: at === 0 ? name : `${name}_${at}` }
}

/**
 * For the statements of batches, which are put together once and not for every call: an interpolated function returns its
 * value for the input of each call.
 */
export function template<Input>(name: string, { text, values }: Sql): (input: Input) => PreparedStatement {
  return (input) => ({ name, text, values: values.map((value) => fill(value, input)) })
}

/** A value as it is now. */
export const fill = (value: unknown, input?: unknown): unknown => (typeof value === 'function' ? value(input) : value)

/** Trusted text as SQL: a column list, a table name of ours. Never for anything a caller sent. */
export function rawSql(text: string): Sql {
  return build([text], [])
}
