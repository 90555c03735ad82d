/** Imports one file and prints its own peak memory in KiB: the process that `bench/import.ts` measures. */
import { createChannelKeys } from '../src/catalog/channel-keys.ts'
import { importCatalogue } from '../src/catalog/import/import-catalogue.ts'
import { openInputs } from '../src/catalog/import/inputs/open-inputs.ts'
import { readLines } from '../src/catalog/import/inputs/read-inputs.ts'
import { openDatabase } from '../src/db/database.ts'

const [file] = process.argv.slice(2)
const database = openDatabase({ url: process.env.BENCH_DATABASE_URL! })
const source = readLines(await openInputs([file!], process.stdin))
await importCatalogue(database, { source, channelKeys: createChannelKeys([Buffer.alloc(32, 1)]) })
await database.close()
console.log(process.resourceUsage().maxRSS)
