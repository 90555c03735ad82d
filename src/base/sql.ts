/** A piece of SQL with its parameters. Pieces nest: `sql`… WHERE ${condition}` renumbers the placeholders. */
export type Sql = { readonly text: string; readonly values: readonly unknown[]; readonly name?: string }

const piece = Symbol('sql')
type Piece = Sql & { [piece]: true; strings: readonly string[] }

function isPiece(value: unknown): value is Piece {
  return typeof value === 'object' && value !== null && piece in value
}

/**
 * Everything interpolated becomes a parameter, except nested pieces, which become SQL. A function is a parameter whose
 * value is asked for when the statement is sent.
 */
export function sql(strings: TemplateStringsArray, ...inputs: readonly unknown[]): Sql {
  const merged: string[] = [strings[0]!]
  const values: unknown[] = []
  inputs.forEach((input, at) => {
    const after = strings[at + 1]!
    if (isPiece(input)) {
      const [first = '', ...rest] = input.strings
      merged.push(merged.pop() + first, ...rest)
      merged.push(merged.pop() + after)
      values.push(...input.values)
    } else {
      values.push(input)
      merged.push(after)
    }
  })
  return build(merged, values)
}

function build(strings: readonly string[], values: readonly unknown[]): Sql {
  const built: Piece = {
    [piece]: true,
    strings,
    values,
    text: strings.reduce((text, part, at) => `${text}$${at}${part}`),
  }
  return built
}

export type PreparedStatement = Sql & { readonly name: string }

/** Prepared once per connection under this name. */
export function prepared(name: string, statement: Sql): PreparedStatement {
  return { text: statement.text, values: statement.values, name }
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
