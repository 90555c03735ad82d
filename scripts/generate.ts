/** Writes the files that are made from the code. With --check it writes nothing, and fails when one is stale. */
import { readFile, writeFile } from 'node:fs/promises'
import { basePath, sessionBasePath } from '../src/base/api-paths.ts'
import { createNamedSchemas } from '../src/http/named-schemas.ts'
import { describeApi, describeSessionApi } from '../src/http/openapi.ts'
import { operations, sessionOperations } from '../src/operations.ts'
import { renderApiTypes } from './api-types.ts'
import { withAsvsTable } from './asvs-table.ts'
import { renderClientTypes } from './client-types.ts'
import { renderRemedies, withErrorTable } from './error-table.ts'
import { withFormatTables } from './import-format-table.ts'
import { n8nLimits, renderLimits, webLimits } from './limits-file.ts'
import { readModules, withModuleTable } from './module-graph.ts'
import { withPlanTable } from './plan-table.ts'
import { renderPythonClient } from './python-client.ts'
import { withRetentionTable } from './retention-table.ts'
import { renderAlerts, renderRunbook } from './runbook-page.ts'
import { withSessionTable } from './session-table.ts'
import { filesWithNumbers, withNumbers } from './stated-numbers.ts'
import {
  renderEmailMeanings,
  renderEventMeanings,
  renderHostname,
  renderN8nLists,
  renderScopeMeanings,
  renderWorkStatuses,
  renderZapierLists,
} from './value-lists.ts'

/** One set of names for both descriptions, so that the web application's types can hold them side by side. */
const schemas = createNamedSchemas()
const publicApi = { base: basePath, description: describeApi(operations, { schemas }) }
const sessionApi = { base: sessionBasePath, description: describeSessionApi(sessionOperations, { schemas }) }

const root = new URL('../', import.meta.url)
const isCheck = process.argv.includes('--check')
const { version } = JSON.parse(await readFile(new URL('package.json', root), 'utf8')) as { version: string }
const requirements = withNumbers('docs/asvs.tsv', await readFile(new URL('docs/asvs.tsv', root), 'utf8'))

const remedies = withNumbers('docs/errors.md', await readFile(new URL('docs/errors.md', root), 'utf8'))

const pythonFiles = Object.entries(renderPythonClient(basePath, describeApi(operations), version)).map(
  ([name, text]) => [`sdk-python/src/prospector_client/${name}`, () => text] as const,
)

/** From what the file holds, because of some only a part is made. */
const generated: Record<string, (found: string) => string> = {
  ...Object.fromEntries(filesWithNumbers.map((name) => [name, (found: string) => found])),
  'openapi.json': () => `${JSON.stringify(describeApi(operations), null, 2)}\n`,
  'sdk/generated.ts': () => renderClientTypes(basePath, describeApi(operations), version),
  ...Object.fromEntries(pythonFiles),
  'web/src/api/generated.ts': () => renderApiTypes([publicApi, sessionApi]),
  'web/src/api/limits.ts': () => renderLimits(webLimits, [publicApi.description, sessionApi.description]),
  'web/src/api/work-statuses.ts': renderWorkStatuses,
  'web/src/api/email-meanings.ts': renderEmailMeanings,
  'web/src/api/event-meanings.ts': renderEventMeanings,
  'web/src/api/hostname.ts': renderHostname,
  'web/src/api/scope-meanings.ts': renderScopeMeanings,
  'integrations/n8n/nodes/limits.ts': () => renderLimits(n8nLimits, [publicApi.description]),
  'integrations/n8n/nodes/value-lists.ts': renderN8nLists,
  'integrations/zapier/value-lists.js': renderZapierLists,
  'docs/session-api.md': (found) => withSessionTable(found, sessionOperations),
  'ARCHITECTURE.md': (found) => withModuleTable(found, readModules(root.pathname)),
  'docs/errors.md': withErrorTable,
  'docs/operating.md': (found) => withPlanTable(withRetentionTable(found)),
  'src/http/docs/remedies.json': () => renderRemedies(remedies),
  'docs/import.md': withFormatTables,
  'deploy/prometheus/alerts.yml': renderAlerts,
  'docs/runbook.md': renderRunbook,
  'docs/security.md': (found) => withAsvsTable(found, requirements),
}

for (const [name, make] of Object.entries(generated)) {
  const path = new URL(name, root)
  const found = await readFile(path, 'utf8').catch(() => null)
  const wanted = withNumbers(name, make(found ?? ''))
  if (found === wanted) {
    console.log(`${name} is current.`)
  } else if (isCheck) {
    console.error(`${name} is ${found === null ? 'missing' : 'stale'}. Run "npm run generate" and commit it.`)
    process.exitCode = 1
  } else {
    await writeFile(path, wanted)
    console.log(`${name} was written.`)
  }
}
