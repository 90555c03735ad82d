/**
 * The screen of a run: wide and light in `npm test`, any of four widths in both themes by `npm run long -- journeys`. Audits
 * and sweeps over all pages take another width or theme each time; `npm run long -- pages` takes all of them at every page.
 */

const heights: Record<string, number> = { 1440: 900, 1280: 800, 1024: 768, 390: 844 }
const { TEST_WIDTH = '1440', TEST_THEME = 'light' } = process.env
if (!heights[TEST_WIDTH]) throw new Error(`TEST_WIDTH must be one of ${Object.keys(heights).join(', ')}.`)
if (TEST_THEME !== 'light' && TEST_THEME !== 'dark') throw new Error('TEST_THEME must be light or dark.')

type Theme = 'light' | 'dark'

export const screen = {
  width: Number(TEST_WIDTH),
  height: heights[TEST_WIDTH]!,
  theme: TEST_THEME as Theme,
  /** As in web/src/ui/use-is-narrow.ts: the navigation, filters and details are sheets, and rows are cards. */
  isPhone: Number(TEST_WIDTH) < 900,
  /** This run is one of several, each of which looks at its own width and theme. */
  isOneOfSeveral: 'TEST_WIDTH' in process.env || 'TEST_THEME' in process.env,
  /** Every page is looked at in each width and theme, which takes minutes. */
  isLookedAtInAll: process.env.TEST_SCREENS === 'all',
}

const themes: Theme[] = ['light', 'dark']

/** Which themes the `count`-th audit of a test looks at: one, another each time, so that a run has seen both. */
export function themesOfAudit(test: string, count: number): Theme[] {
  if (screen.isOneOfSeveral) return [screen.theme]
  if (screen.isLookedAtInAll) return themes
  return [themes[(test.length + count) % themes.length]!]
}
