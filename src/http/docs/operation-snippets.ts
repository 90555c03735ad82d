/** One operation called in each language. They run as they are printed, with what the chapter on clients sets. */
import type { Language } from './code-block.ts'
import type { Endpoint } from './described-operation.ts'
import { type Literals, literal, python, typescript } from './literals.ts'

type Base = { origin: string; path: string }

export const snippetsOf = (endpoint: Endpoint, base: Base): Record<Language, string> => ({
  curl: curlFor(endpoint, base),
  TypeScript: typescriptFor(endpoint),
  Python: pythonFor(endpoint),
})

/** Values that the caller chooses and no reply contains. */
const chosenNames: Record<string, string> = { label: 'customers' }

/** What the introduction sets, from the reader's own catalogue: the examples run as they are pasted. */
const inShell = (name: string): string => chosenNames[name] ?? `$${name.toUpperCase()}`

/** The shell's variables end the quoted text and begin it again. */
const withRealIds = (body: string): string =>
  body
    .replaceAll(/"ct_live_[A-Za-z]+"(,"ct_live_[A-Za-z]+")*/g, `"'"$CONTACT_ID"'"`)
    .replaceAll(/"sea_[A-Za-z0-9]+"/g, `"'"$SAVED_SEARCH_ID"'"`)
    .replaceAll(/"[a-z-]+\.example"/g, `"'"$DOMAIN"'"`)

const exampleOf = ({ operation }: Endpoint): unknown => operation.requestBody?.content['application/json'].example
const isKeyed = ({ operation }: Endpoint): boolean =>
  operation.parameters.some(({ name }) => name === 'Idempotency-Key')
const needsTestKey = ({ path }: Endpoint): boolean => path.startsWith('/test/')

/** The address is this server's own: the page's script puts in the one the reader came by. */
function curlFor(endpoint: Endpoint, base: Base): string {
  const { method, path } = endpoint
  const example = exampleOf(endpoint)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => inShell(name))
  return [
    `curl ${base.origin}${base.path}${filled}`,
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    `-H "Authorization: Bearer $${needsTestKey(endpoint) ? 'PROSPECTOR_TEST_KEY' : 'PROSPECTOR_KEY'}"`,
    ...(isKeyed(endpoint) ? ['-H "Idempotency-Key: order-$CONTACT_ID"'] : []),
    ...(example === undefined
      ? []
      : [
          '-H "Content-Type: application/json"',
          `-d '${withRealIds(JSON.stringify(example).replaceAll("'", `'\\''`))}'`,
        ]),
  ].join(' \\\n  ')
}

/** A variable that the chapter on clients sets, or a value. */
const argumentOf = (name: string, as: Literals): string =>
  name in chosenNames ? as.text(chosenNames[name]!) : as.variable(name)

/** Path and body in one: clients know which part belongs where. */
function partsOf(endpoint: Endpoint, as: Literals): [string, string][] {
  const inPath = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const body = Object.entries((exampleOf(endpoint) ?? {}) as Record<string, unknown>)
  return [
    ...inPath.map((name): [string, string] => [name, argumentOf(name, as)]),
    ...body.map(([name, value]): [string, string] => [name, literal(value, as)]),
  ]
}

/** Every page of a list that costs nothing; searches are asked for one page, because their rows are counted. */
const isWalked = ({ method, operation }: Endpoint): boolean => {
  const example = operation.responses['200']?.content['application/json'].example as { object?: string } | undefined
  return method === 'GET' && example?.object === 'list'
}

function typescriptFor(endpoint: Endpoint): string {
  const { operationId } = endpoint.operation
  const request = typescript.object(partsOf(endpoint, typescript))
  if (isWalked(endpoint)) {
    const given = request === '{}' ? '' : `, ${request}`
    return `for await (const item of prospector.each('${operationId}'${given})) console.log(item)`
  }
  const key = isKeyed(endpoint) ? ", { idempotencyKey: 'order-' + contactId }" : ''
  const given = request === '{}' && key === '' ? '' : request
  return `${noteOn(endpoint, '//')}const reply = await prospector.${operationId}(${given}${key})\nconsole.log(reply)`
}

function pythonFor(endpoint: Endpoint): string {
  const name = endpoint.operation.operationId.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const parts = partsOf(endpoint, python).map(([part, value]) => `${part}=${value}`)
  if (isWalked(endpoint)) {
    return `for item in client.each(client.${[name, ...parts].join(', ')}):\n    print(item)`
  }
  const given = [...parts, ...(isKeyed(endpoint) ? ['options={"idempotency_key": f"order-{contact_id}"}'] : [])]
  const line = given.join(', ')
  const call =
    line.length > 60 ? `(\n${given.map((one) => `    ${one.replaceAll('\n', '\n    ')},\n`).join('')})` : `(${line})`
  return `${noteOn(endpoint, '#')}reply = client.${name}${call}\nprint(reply)`
}

const noteOn = (endpoint: Endpoint, mark: string): string =>
  needsTestKey(endpoint) ? `${mark} The client has a test key (psk_test_…).\n` : ''
