/** A piece of SQL with its parameters. Pieces nest: `sql`… WHERE ${condition}` renumbers the placeholders. */
export type Sql = { readonly text: string; readonly values: readonly unknown[]; readonly name?: string }

const piece = Symbol('sql')
type Piece = Sql & { [piece]: true; strings: readonly string[] }

function isPiece(value: unknown): value is Piece {
  return typeof value === 'object' && value !== null && piece in value
}

/** Everything interpolated becomes a parameter, except nested pieces, which become SQL. */
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
    // Put together when it is asked for: a prepared statement is told to the server once, and then called by its name.
    get text() {
      return strings.reduce((text, part, at) => `${text}$${at}${part}`)
    },
  }
  return built
}

export type Prepared = Sql & { readonly name: string }

/** Prepared once per connection under this name. For the few statements of the hot path. */
export function prepared(name: string, statement: Sql): Prepared {
  return {
    name,
    values: statement.values,
    get text() {
      return statement.text
    },
  }
}

/** Trusted text as SQL: a column list, a table name of ours. Never for anything a caller sent. */
export function rawSql(text: string): Sql {
  return build([text], [])
}
