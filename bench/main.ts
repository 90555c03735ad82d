/** `npm run bench <name> [options]`: each benchmark prints ratios against a baseline measured in the same run. */
const benchmarks: Record<string, { about: string; load: () => Promise<{ run(options: string[]): Promise<void> }> }> = {
  reveal: {
    about: 'spends and reveals against one transaction each, a bare route and a bare UPDATE',
    load: () => import('./reveal.ts'),
  },
  deliveries: {
    about: 'deliveries of webhooks: one pg-boss job for each, against the outbox that is claimed in batches',
    load: () => import('./deliveries.ts'),
  },
  growth: {
    about: 'the cost of a reveal in a large ledger, and of a search in a large catalogue',
    load: () => import('./growth.ts'),
  },
  search: {
    about: 'the search index against PostgreSQL GIN, in process, over HTTP and while it is replaced',
    load: () => import('./search.ts'),
  },
  'search-http': {
    about: 'searches over HTTP against a bare route with the same payload, and how soon a change shows',
    load: () => import('./search-http.ts'),
  },
  scale: {
    about: 'the index at several sizes: memory, build, start from a snapshot, and how soon a change shows',
    load: () => import('./scale.ts'),
  },
  previews: {
    about: 'a page of previews written straight from the columns, against objects through serialisers',
    load: () => import('./previews.ts'),
  },
  postings: {
    about: 'lists of rare terms in several forms: bytes, and the speed of what a query does with them',
    load: () => import('./postings.ts'),
  },
  ordinary: {
    about: 'reveals and searches against what a good engineer would write in a day: Fastify, pg, GIN, DuckDB or Lucene',
    load: () => import('./ordinary.ts'),
  },
  start: {
    about: 'from the command to the first answer, and memory at rest, next to a bare process',
    load: () => import('./start.ts'),
  },
  threads: {
    about: 'searches, reveals and memory of one node with one, two and four threads',
    load: () => import('./threads.ts'),
  },
  compression: {
    about: 'pages in each encoding: how many a second, how large, and what it does to the event loop',
    load: () => import('./compression.ts'),
  },
  web: {
    about: 'typing, filters, details, next rows and other pages in a browser, against a bare page',
    load: () => import('./web.ts'),
  },
  statements: {
    about: 'statements of batches against the named statements and the pipelining of the driver',
    load: () => import('./statements.ts'),
  },
  overload: {
    about: 'more connections than a node can serve, and a quiet account at the same time',
    load: () => import('./overload.ts'),
  },
  neighbours: {
    about: 'one account while others export, search by words and sign in',
    load: () => import('./neighbours.ts'),
  },
  rolling: {
    about: 'three nodes behind HAProxy, restarted one by one under load: requests that fail',
    load: () => import('./rolling.ts'),
  },
  drop: {
    about: 'one run of California’s deletion lists against opening all channels: time and memory',
    load: () => import('./drop.ts'),
  },
  capacity: {
    about:
      'what a search, a reveal, a contact and a webhook cost in processor time, and how many customers that is on this machine',
    load: () => import('./capacity.ts'),
  },
  import: { about: 'an import against a raw COPY of the same rows', load: () => import('./import.ts') },
}

const [name = '', ...options] = process.argv.slice(2)
const chosen = benchmarks[name]
if (chosen) {
  await (await chosen.load()).run(options)
} else {
  console.log('Usage: npm run bench <name> [-- options]\n')
  for (const [known, { about }] of Object.entries(benchmarks)) console.log(`  ${known.padEnd(10)} ${about}`)
  process.exitCode = name === '' || name === '--help' ? 0 : 2
}
