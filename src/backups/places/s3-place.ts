import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '../../base/durations.ts'
import { type BackupPlace, PlaceRefused, type StoredFile } from './place.ts'
import { type S3Client, S3Refused, textOf } from './s3-client.ts'

/** At most 10,000 parts are allowed, all but the last of the same size. */
const partsMax = 10_000
const smallestPart = 16 * 1024 * 1024

type Options = { partBytes?: number }

/** Backups are written to `workFolder` first: the database must not wait for the upload of what it sends. */
export function createS3Place(
  client: S3Client,
  address: string,
  workFolder: string,
  options: Options = {},
): BackupPlace {
  const { prefix, send } = client
  const keyOf = (name: string) => `${prefix}${name}`

  async function put(name: string, signal: AbortSignal): Promise<void> {
    const path = join(workFolder, name)
    const file = await open(path)
    try {
      const { size } = await file.stat()
      await upload(client, keyOf(name), file, { size, signal, ...options })
      await requireSize(client, keyOf(name), size, address)
    } finally {
      await file.close()
      await rm(path, { force: true })
    }
  }

  return {
    address,
    workFolder,
    // A refused key or a missing bucket is found out before the database is read.
    async prepare() {
      await mkdir(workFolder, { recursive: true, mode: 0o700 })
      await listPage(client, undefined)
    },
    put,
    async list() {
      const files: StoredFile[] = []
      for (let token: string | undefined; ; ) {
        const page = await listPage(client, token)
        files.push(...page.files)
        if (page.next === undefined) return files
        token = page.next
      }
    },
    read: (name) => download(client, keyOf(name)),
    async write(name, text) {
      await send('PUT', keyOf(name), { body: text, headers: { 'content-type': 'application/json' } })
    },
    async remove(name) {
      await send('DELETE', keyOf(name))
    },
    async tidy(now) {
      for (const name of await readdir(workFolder).catch(() => [])) {
        const path = join(workFolder, name)
        const found = await stat(path).catch(() => null)
        if (found && now.getTime() - found.mtimeMs > 2 * dayMs) await rm(path, { force: true })
      }
    },
  }
}

/** In parts, each with its own hash and tries. A part is read from the file again for each try, and only one is in memory. */
async function upload(
  { send }: S3Client,
  key: string,
  file: FileHandle,
  { size, signal, partBytes }: { size: number; signal: AbortSignal; partBytes?: number },
): Promise<void> {
  const length = partBytes ?? Math.max(smallestPart, Math.ceil(size / partsMax))
  const begun = await (await send('POST', key, { query: { uploads: '' }, signal })).text()
  const uploadId = textOf(begun, 'UploadId')
  if (!uploadId) throw new PlaceRefused('The S3 service began no upload: its answer names no UploadId.')
  try {
    const parts: string[] = []
    for (let from = 0; from < size; from += length) {
      const body = Buffer.alloc(Math.min(length, size - from))
      await fill(file, body, from)
      const partNumber = String(parts.length + 1)
      const query = { partNumber, uploadId }
      const headers = { 'content-md5': createHash('md5').update(body).digest('base64') }
      const etag = (await send('PUT', key, { query, body, headers, signal })).headers.get('etag')
      parts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${etag}</ETag></Part>`)
    }
    const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
    const ended = await (await send('POST', key, { query: { uploadId }, body, signal })).text()
    // Putting parts together may fail after the service has begun to answer with 200.
    if (/<Error>/.test(ended))
      throw new PlaceRefused(`The S3 service could not finish the upload: ${textOf(ended, 'Code')}.`)
  } catch (error) {
    // The answer to the last request was lost, and the request was not.
    if (error instanceof S3Refused && error.status === 404) return
    await send('DELETE', key, { query: { uploadId } }).catch(() => {})
    throw error
  }
}

async function fill(file: FileHandle, bytes: Buffer, from: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, from + at)
    if (bytesRead === 0) throw new PlaceRefused('The backup became shorter while it was uploaded.')
    at += bytesRead
  }
}

/** Some services answer that they have a file before, or although, they have all of it. */
async function requireSize({ send }: S3Client, key: string, size: number, address: string): Promise<void> {
  const stored = Number((await send('HEAD', key)).headers.get('content-length'))
  if (stored === size) return
  throw new PlaceRefused(`${address} holds ${stored} of ${size} bytes of what was uploaded: it is not a whole backup.`)
}

async function listPage(
  { send, prefix }: S3Client,
  token: string | undefined,
): Promise<{ files: StoredFile[]; next: string | undefined }> {
  const query = {
    'list-type': '2',
    prefix,
    delimiter: '/',
    ...(token !== undefined && { 'continuation-token': token }),
  }
  const xml = await (await send('GET', '', { query })).text()
  const files = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry]) => ({
    name: textOf(entry!, 'Key')!.slice(prefix.length),
    bytes: Number(textOf(entry!, 'Size')),
    modifiedAt: new Date(textOf(entry!, 'LastModified')!),
  }))
  return { files, next: textOf(xml, 'NextContinuationToken') }
}

/** A download that breaks off continues where it was. */
async function* download({ send, wait, triesMax }: S3Client, key: string): AsyncGenerator<Buffer> {
  let received = 0
  let total: number | null = null
  let etag = ''
  for (let failures = 0; ; ) {
    const resumed = received > 0
    const response = await send(
      'GET',
      key,
      resumed ? { headers: { range: `bytes=${received}-`, 'if-match': etag } } : {},
    )
    if (resumed && response.status !== 206) throw new PlaceRefused('The S3 service does not continue downloads.')
    total ??= Number(response.headers.get('content-length') ?? Number.NaN)
    etag = response.headers.get('etag') ?? etag
    try {
      for await (const chunk of response.body!) {
        received += chunk.length
        failures = 0
        yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
      }
      return
    } catch (error) {
      failures += 1
      if (failures === triesMax) {
        const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
        throw new PlaceRefused(`The download broke off after ${received} of ${total} bytes (${reason}).`)
      }
      await wait(failures)
    }
  }
}
