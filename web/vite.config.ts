import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { pagePaths } from './src/shared/paths.ts'

const server = process.env.PROSPECTOR_URL ?? 'http://localhost:8080'

/** Tells the server which addresses are pages of the application. */
const pageList: Plugin = {
  name: 'page-list',
  generateBundle() {
    const source = JSON.stringify(['/', ...pagePaths.signedIn, ...pagePaths.open])
    this.emitFile({ type: 'asset', fileName: 'pages.json', source })
  },
}

const compress = promisify(brotliCompress)

/** Beside each file its compressed form, so that no start has to make it. Quality 11 takes twice as long for 2 % less. */
let folder = ''
const compressedFiles: Plugin = {
  name: 'compressed-files',
  configResolved({ root, build }) {
    folder = resolve(root, build.outDir)
  },
  async closeBundle() {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /\.(js|css|html|svg)$/.test(name),
    )
    const shrink = async (path: string) => {
      const params = { [constants.BROTLI_PARAM_QUALITY]: 10 }
      writeFileSync(`${path}.br`, await compress(readFileSync(path), { params }))
    }
    await Promise.all(files.map((name) => shrink(join(folder, name))))
  },
}

/** What the server answers itself. Its pages use the font of the build. */
const serverPaths =
  '^/(api|app|auth|mcp|docs|consent|sandbox|webhooks|healthz|readyz|\\.well-known|sign-in/\\w+|assets/[\\w-]+\\.woff2)(/|$|\\?)'

/** Sign-in is a page of the application for people who come by themselves, and the server's own for integrations. */
const isOfApplication = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'GET' && !new URL(url, server).searchParams.has('client_id')

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), pageList, compressedFiles],
  build: {
    // Every colour is written once with light-dark(); these are the first browsers that know it.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // The Content-Security-Policy allows no data: addresses for scripts and fonts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The font keeps its name: pages that are served without the application wear it, too.
    rolldownOptions: {
      output: {
        assetFileNames: ({ names }) =>
          names[0]?.endsWith('.woff2') ? 'assets/[name][extname]' : 'assets/[name]-[hash][extname]',
        // What every page needs of others' code is one file: it compresses better than many, and a release leaves it as it is.
        codeSplitting: {
          groups: [
            { name: 'libraries', test: /node_modules\/(react|react-dom|scheduler|@tanstack|@radix-ui|@floating-ui)\// },
          ],
        },
      },
    },
    sourcemap: false,
    reportCompressedSize: false,
  },
  // `npm run dev`: Vite serves the pages while they are worked on; everything else is the real server's.
  server: {
    proxy: {
      [serverPaths]: server,
      '^/sign-in($|\\?)': {
        target: server,
        bypass: (request) => (isOfApplication(request) ? request.url : undefined),
      },
    },
  },
})
