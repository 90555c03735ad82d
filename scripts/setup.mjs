/**
 * Installs what Prospector needs and builds the web application, unless both are done already. Plain JavaScript without
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
await setUp({ isProduction: process.argv.includes('--production'), makesDemo: process.argv.includes('--demo') })
