/** A number stands in one place. Texts that people read state it from there, so that changing the constant changes them all. */
import { expect, it } from 'vitest'
import { isTest, readSources } from '../../scripts/source-files.ts'

const root = new URL('../../', import.meta.url).pathname
const places = /^(web\/src|src|cli|integrations)\//

/** Files whose texts have a number of their own, and why. */
const ownNumbers: Record<string, string> = {
  'web/src/shared/first-run/first-run-start.tsx': 'how long a person takes',
  'web/src/shared/search/change-params.ts': 'a day in hours',
  'web/src/pages/settings/exclusion-dialog.tsx': 'choices that only this dialog offers',
  'web/src/pages/revealed/use-revealed.ts': 'choices that only this page offers',
  'src/billing/settle/transitions.ts': 'a rule of Stripe',
  'src/billing/stripe-simulator/api.ts': 'a rule of Stripe',
  'src/contacts/quote-reveal.ts': 'what the example itself asks for',
  'src/http/docs/python-programs.ts': 'what the example itself asks for',
  'src/search/request-schema.ts': 'a day in hours',
  'src/stores/export-stores.ts': 'what the example itself asks for',
  'src/test-mode/advance-test-clock.ts': 'what the example itself asks for',
  'src/test-mode/ways-to-errors.ts': 'a measured figure',
  'src/operator/runbook.ts': 'thresholds of deploy/prometheus/alerts.yml, and figures that were measured',
  'src/operator/serve-today.ts': 'the periods that this page shows, by the names of its fields',
  'src/privacy/languages/en.ts': 'how long a mail may take',
  'cli/commands/demo/load.ts': 'a measured figure',
  'cli/commands/upgrade.ts': 'a measured figure',
}

const number =
  '(?:\\d(?:[\\d,.]*\\d)?|[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix|[Ss]even|[Ee]ight|[Nn]ine|[Tt]en|[Tt]wenty|[Tt]hirty|hundred|thousand)'
const noun =
  '(?:days|hours|minutes|seconds|weeks|months|contacts|domains|times|characters|webhooks|jobs|attempts|KiB|MiB|MB)'
const stated = new RegExp(`(?<![$}*/+.-] ?)\\b${number} ${noun}\\b`)

/** Without comments, and without intervals in SQL, which are no text. */
const textOf = (source: string): string =>
  source
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(^|\s)\/\/.*$/gm, '')
    .replaceAll(/interval '[^']*'/g, '')

it('texts of the service, its web application, commands and integrations state no number by hand', () => {
  const found = readSources(root, /\.(ts|tsx|js)$/)
    .filter((source) => places.test(source.path) && !isTest(source) && !/\/(generated|limits)\.ts$/.test(source.path))
    .filter(({ text }) => stated.test(textOf(text)))
    .map(({ path }) => path)
  expect(found).toEqual(Object.keys(ownNumbers).sort())
})
