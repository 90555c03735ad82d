/**
 * The name under which a schema lists the values of a closed list whose spelling is read without regard to case. Validation
 * does not know it, so that `Executive` is taken, too; what we describe has an enum of them.
 */
const closedValues = 'x-closed-values'

export const closedList = (values: readonly string[]): object => ({ [closedValues]: [...values] })

/** A reviver for `JSON.parse`: the schema as callers see it. */
export function withEnums(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !(closedValues in value)) return value
  const { [closedValues]: values, ...schema } = value
  return { ...schema, enum: values }
}
