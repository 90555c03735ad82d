/** Operations do not know of test mode: they act on what admission and test-mode/ hand them. Files that ask for the mode are here, with the reason. */
import { expect, it } from 'vitest'
import { isTest, readSources } from '../../scripts/source-files.ts'

const root = new URL('../../', import.meta.url).pathname
const asks = /modeOf\(|\bmode [!=]== '(?:test|live)'|'acc_test_|\bisTestAccount\(|\bprincipal\.mode\b/

/** By whom it is given or decided. */
const makesTheMode = 'where the mode comes from'
const reportsLive = 'a figure of the service, in which test mode does not count'
const known: Record<string, string> = {
  'src/base/ids.ts': makesTheMode,
  'src/keys/keys.ts': makesTheMode,
  'src/keys/create-key.ts': makesTheMode,
  'src/admission/to-principal.ts': makesTheMode,
  'src/admission/presumed-callers.ts': 'only live callers are admitted with their page',
  'src/accounts/test-account.ts': makesTheMode,
  'src/accounts/plan-state.ts': 'the test credits of a month',
  'src/http/rest.ts': 'the one place where REST hands over the parts of test mode',
  'src/hubspot/dispatch.ts': 'hands over the parts of test mode in the background',
  'src/exclusions/end-exclusions.ts': 'hands over the parts of test mode in the background',
  'src/hubspot/connect-hubspot.ts': 'portals that hold nobody real: HUBSPOT-11',
  'src/catalog/exclusions/match-exclusions.ts': 'an import matches exclusions of live accounts alone',
  'src/bounces/paid-addresses.ts': 'the addresses of synthetic contacts are in no table',
  'src/bounces/report-bounces.ts': 'reports of test mode tell others nothing: BOUNCE-9',
  'src/bounces/decide-review.ts': 'reports of test mode tell others nothing: BOUNCE-9',
  'src/bounces/reviews.ts': reportsLive,
  'src/reports/unmet-searches.ts': reportsLive,
  'src/credits/credits-moved.ts': reportsLive,
  'src/credits/low-credits.ts': 'the test clock may be ahead',
  'src/watches/judge-watch.ts': 'the synthetic catalogue never changes',
  'src/metering/search-rows.ts': 'the test clock may be ahead',
  'src/metering/request-load.ts': reportsLive,
  'src/audit/sentence.ts': 'names the kind of a key',
  'src/billing/stripe-simulator/world-store.ts': 'the sandbox keeps the modes apart',
  'src/billing/stripe-simulator/simulator.ts': 'the sandbox keeps the modes apart',
}

it('nothing else asks whether it is in test mode', () => {
  const found = readSources(root, /\.ts$/)
    .filter((source) => /^src\/(?!test-mode\/)/.test(source.path) && !isTest(source) && asks.test(source.text))
    .map(({ path }) => path)
  expect(found.toSorted()).toEqual(Object.keys(known).toSorted())
})
