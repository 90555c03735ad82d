import { type Html, html } from '../../base/html.ts'
import { inline } from './prose.ts'

/** As much of JSON Schema as our own schemas use. */
export type Schema = {
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  format?: string
  pattern?: string
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

export type Field = { name: string; depth: number; required: boolean; schema: Schema }

/** A schema as rows, each nested field below the one that holds it. */
export function fieldsOf(schema: Schema, depth = 0): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
    { name, depth, required: schema.required?.includes(name) ?? false, schema: inner },
    ...nestedOf(inner).flatMap((nested) => fieldsOf(nested, depth + 1)),
  ])
}

function nestedOf(schema: Schema): Schema[] {
  if (schema.anyOf) return schema.anyOf.flatMap(nestedOf)
  if (schema.items) return nestedOf(schema.items)
  return schema.properties ? [schema] : []
}

export function fieldTable(label: string, fields: Field[], { showRequired = true } = {}): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table class="fields">
    <thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Notes</th></tr></thead>
    <tbody>${fields.map((field) => fieldRow(field, showRequired))}</tbody></table></div>`
}

function fieldRow({ name, depth, required, schema }: Field, showRequired: boolean): Html {
  return html`<tr><th scope="row" class="depth-${depth}"><code>${name}</code></th>
    <td class="type">${typeOf(schema)}</td>
    <td>${showRequired && required && html`<span class="required">required</span> `}${schema.description && inline(schema.description)}
      ${constraintsOf(schema).map((constraint) => html`<span class="constraint">${inline(constraint)}</span> `)}</td></tr>`
}

function typeOf(schema: Schema): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' or ')
  if (schema.items) return `array of ${typeOf(schema.items)}${[schema.type].flat().includes('null') ? ' or null' : ''}`
  if (schema.type === undefined) return schema.const === undefined ? 'any' : typeof schema.const
  return [schema.type].flat().join(' or ') + (schema.format ? ` (${schema.format})` : '')
}

function constraintsOf(schema: Schema): string[] {
  const range = (unit: string, least?: number, most?: number): string[] => {
    if (least === undefined && most === undefined) return []
    if (most === undefined) return least === 0 ? [] : [`at least ${least}${unit}`]
    return [least === undefined ? `at most ${most}${unit}` : `${least} to ${most}${unit}`]
  }
  return [
    ...(schema.const === undefined || schema.description?.startsWith('Always') ? [] : [`always \`${schema.const}\``]),
    ...(schema.enum ? [`one of ${schema.enum.map((value) => `\`${value}\``).join(', ')}`] : []),
    ...(schema.anyOf?.every((choice) => choice.const !== undefined)
      ? [`one of ${schema.anyOf.map((choice) => `\`${choice.const}\``).join(', ')}`]
      : []),
    ...range('', schema.minimum, schema.maximum),
    ...range(' characters', schema.minLength, schema.maxLength),
    ...range(' items', schema.minItems, schema.maxItems),
    ...(schema.default === undefined ? [] : [`default \`${schema.default}\``]),
    ...(schema.pattern ? [`pattern \`${schema.pattern}\``] : []),
    ...(schema.items && schema.items.properties === undefined
      ? constraintsOf(schema.items).map((constraint) => `each: ${constraint}`)
      : []),
  ]
}
