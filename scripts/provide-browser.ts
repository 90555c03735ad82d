/** Makes sure that the browser tests have a browser, before they run: `npm test` starts here. */
import { provideBrowser } from '../test/support/find-browser.ts'
import { thisMachine } from '../test/support/this-machine.ts'

try {
  await provideBrowser(thisMachine())
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
