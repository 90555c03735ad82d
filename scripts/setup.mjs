/**
 * `node scripts/setup.mjs [--production] [--for-start] [program …]`: installs what Prospector needs and builds the web application,
 * unless both are done already; then runs the program with the pinned Node, if one is named. Plain JavaScript without
 * dependencies: every Node that can parse this file is told whether it is new enough.
 */
const majorVersionMin = 20

if (Number(process.versions.node.split('.')[0]) < majorVersionMin) {
  process.stderr.write(
    `Prospector needs Node.js ${majorVersionMin} or later to install itself; this is ${process.version}. ` +
      'Install a newer one from https://nodejs.org, then run the same command again.\n',
  )
  process.exit(1)
}

const { setUp } = await import('./setup/set-up.mjs')
const { runWithPinnedNode } = await import('./setup/pinned-node.mjs')
const given = process.argv.slice(2)
const at = given.findIndex((word) => !word.startsWith('--'))
const options = at === -1 ? given : given.slice(0, at)
await setUp({ isProduction: options.includes('--production'), isForStart: options.includes('--for-start') })
if (at !== -1) runWithPinnedNode(given.slice(at))
