import { run } from './client.mjs'

/** What `workerd test` runs. */
export default {
  async test(_controller, { origin, apiKey }) {
    console.log(await run({ origin, apiKey }))
  },
}
