/** The files that were looked up stay in this browser: their own columns are no business of the server. */

const cacheName = 'prospector.lookups'
const addressOf = (jobId: string): string => `/lookups/${jobId}`

const openCache = async (): Promise<Cache | null> =>
  (await globalThis.caches?.open(cacheName).catch(() => null)) ?? null

/** Without a cache the download has the results alone. */
export async function keepFile(jobId: string, text: string): Promise<void> {
  await (await openCache())?.put(addressOf(jobId), new Response(text)).catch(() => {})
}

export async function readKept(jobId: string): Promise<string | null> {
  return (await (await (await openCache())?.match(addressOf(jobId)))?.text()) ?? null
}

const peopleKey = 'prospector.people-of-lookups'
const notedMax = 50

/** Reveals that began with a lookup, the latest first. */
export function readPeopleJobs(): string[] {
  try {
    return localStorage.getItem(peopleKey)?.split(' ') ?? []
  } catch {
    return []
  }
}

export function notePeopleJob(jobId: string): void {
  try {
    localStorage.setItem(peopleKey, [jobId, ...readPeopleJobs()].slice(0, notedMax).join(' '))
  } catch {
    // Without storage the reveal is in the navigation and in its list.
  }
}
