/** What a migration does to tables that exist, read from its text: enough to say which of it takes time. */

/** `reads`: every row is looked at; `indexes`: an index is built; `writes`: rows are rewritten. */
export type Step = { table: string; work: 'reads' | 'indexes' | 'writes' }

export function stepsOf(text: string): Step[] {
  return statementsOf(text).flatMap(stepsOfStatement)
}

/** Without comments, the bodies of functions and the contents of strings, in which a semicolon ends nothing. */
function statementsOf(text: string): string[] {
  return text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$.*?\$\1\$/gs, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
}

const name = '(?:ONLY |IF EXISTS |public\\.)*"?([a-z_]+)"?(?![\\w.])'

function stepsOfStatement(statement: string): Step[] {
  const index = new RegExp(`^CREATE (?:UNIQUE )?INDEX .*? ON ${name}`, 'i').exec(statement)
  if (index) return [{ table: index[1]!, work: 'indexes' }]
  const altered = new RegExp(`^ALTER TABLE ${name} (.*)$`, 'i').exec(statement)
  if (altered) return stepsOfAlter(altered[1]!, altered[2]!)
  if (/^CREATE (OR REPLACE )?(TRIGGER|FUNCTION|TABLE)/i.test(statement)) return []
  const written = statement.matchAll(
    new RegExp(`\\b(?:(?<!DO |FOR )UPDATE(?! SET\\b| OF\\b)|DELETE FROM) ${name}`, 'gi'),
  )
  const copied = /^(WITH .*)?INSERT INTO/i.test(statement)
    ? [...statement.matchAll(new RegExp(`\\b(?:FROM|JOIN) ${name}`, 'gi'))]
    : []
  return [
    ...[...written].map(([, table]): Step => ({ table: table!, work: 'writes' })),
    ...copied.map(([, table]): Step => ({ table: table!, work: 'reads' })),
  ]
}

function stepsOfAlter(table: string, changes: string): Step[] {
  const steps: Step[] = []
  if (/\bALTER (COLUMN )?\S+ (SET DATA )?TYPE\b/i.test(changes)) steps.push({ table, work: 'writes' })
  if (/\bADD (CONSTRAINT \S+ )?(PRIMARY KEY|UNIQUE)\b/i.test(changes)) steps.push({ table, work: 'indexes' })
  const isChecked = /\b(CHECK|REFERENCES|FOREIGN KEY|SET NOT NULL|VALIDATE CONSTRAINT)\b/i.test(changes)
  if (isChecked && !/\bNOT VALID\b/i.test(changes)) steps.push({ table, work: 'reads' })
  return steps
}
