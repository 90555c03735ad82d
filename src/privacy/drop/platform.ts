/** The three calls of California's Delete Request and Opt-out Platform, by its public reference, version 1.2.0. */

export type DropPlatform = { url: string; apiKey: string }

type Download =
  | { kind: 'archive'; bytes: Buffer; name: string }
  | { kind: 'nothing' }
  | { kind: 'preparing'; retrySeconds: number }
  /** An earlier batch is not answered, as the platform sees it. */
  | { kind: 'unanswered'; message: string }

/** The platform can't be reached, or refuses: its own words where it has some. */
export class PlatformFault extends Error {}

const callMaxMs = 10 * 60_000

async function call({ url, apiKey }: DropPlatform, path: string, init: RequestInit = {}): Promise<Response> {
  const signal = AbortSignal.timeout(callMaxMs)
  const headers = { accept: 'application/zip, application/json', 'x-api-key': apiKey }
  return fetch(`${url}${path}`, { ...init, headers, signal, redirect: 'error' }).catch((error: Error) => {
    throw new PlatformFault(`The platform can’t be reached (${error.name}).`)
  })
}

async function messageOf(response: Response): Promise<string> {
  const body = (await response.json().catch(() => null)) as { message?: unknown } | null
  return typeof body?.message === 'string' ? body.message.slice(0, 300) : 'no message'
}

export async function download(platform: DropPlatform): Promise<Download> {
  const response = await call(platform, '/data/download')
  if (response.status === 202) {
    return { kind: 'preparing', retrySeconds: Number(response.headers.get('retry-after')) || 60 }
  }
  if (response.status === 409) return { kind: 'unanswered', message: await messageOf(response) }
  if (response.status !== 200)
    throw new PlatformFault(`The platform answered ${response.status}: ${await messageOf(response)}`)
  if (!response.headers.get('content-type')?.includes('zip')) return { kind: 'nothing' }
  const name = /filename="?([\w.-]{1,100})/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'DROP.zip'
  const body = await response.arrayBuffer().catch(() => {
    throw new PlatformFault('The download broke off.')
  })
  return { kind: 'archive', bytes: Buffer.from(body), name }
}

/** `lines` end with a line break; each holds one or many rows. */
export type StatusFile = { name: string; lines: string[] }

/** `upload` answers a batch; `amend` corrects an answer. Every file has to be taken. */
export async function sendStatuses(
  platform: DropPlatform,
  path: '/data/upload' | '/data/amend',
  files: readonly StatusFile[],
): Promise<void> {
  const form = new FormData()
  for (const { name, lines } of files) {
    form.append('files', new Blob(['Id,Status\n', ...lines], { type: 'text/csv' }), name)
  }
  const response = await call(platform, path, { method: 'POST', body: form })
  const answer = (await response.json().catch(() => null)) as {
    message?: string
    rejected?: { fileName: string; message: string }[]
  } | null
  // Sent before, and the answer was lost: it is there.
  const rejected = (answer?.rejected ?? []).filter(({ message }) => !/already uploaded/i.test(message))
  const isKnown = response.status === 400 && (answer?.rejected?.length ?? 0) > 0 && rejected.length === 0
  if ((response.status === 202 && rejected.length === 0) || isKnown) return
  const why = rejected[0] ? `${rejected[0].fileName}: ${rejected[0].message}` : (answer?.message ?? 'no message')
  throw new PlatformFault(`The platform answered ${response.status}: ${why.slice(0, 300)}`)
}
