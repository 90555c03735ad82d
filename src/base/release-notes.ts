import { readFile } from 'node:fs/promises'

const changelog = new URL('../../CHANGELOG.md', import.meta.url)

type ReleaseNotes = { release: string; changes: string[] }

/** What changed after the release `from`, newest first; without it, what the newest heading lists. */
export async function readReleaseNotes(from: string | null = null): Promise<ReleaseNotes[]> {
  const parts = (await readFile(changelog, 'utf8')).split(/^## /m).slice(1)
  const notes = parts.map((part) => {
    const [heading = '', ...below] = part.split('\n')
    // Areas have headings of their own, which belong to no change.
    const lines = below.filter((line) => !line.startsWith('#'))
    const changes = lines.join('\n').split(/^- /m).slice(1)
    return { release: heading.trim(), changes: changes.map((change) => change.replaceAll(/\s+/g, ' ').trim()) }
  })
  const known = from === null ? 1 : notes.findIndex(({ release }) => release.split(' ')[0] === from)
  return known === -1 ? notes : notes.slice(0, known)
}
