import { run } from './client.mjs'

console.log(await run())
